// Prints what go/types says of each call in the files that are listed on standard input, as compilerOracle.ts reads it.
package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"unicode/utf16"
)

var files = token.NewFileSet()
var root string
var standard = importer.ForCompiler(files, "source", nil)
var folders = map[string][]string{} // files of a folder
var checked = map[string]*types.Package{}
var modules = map[string]string{} // path of a module to its folder
var texts = map[string][]string{}
var infos = map[string]*types.Info{}
var trees = map[string][]*ast.File{}

type finder struct{}

func (finder) Import(path string) (*types.Package, error) {
	for name, folder := range modules {
		if path == name || strings.HasPrefix(path, name+"/") {
			at := filepath.Join(folder, strings.TrimPrefix(path, name))
			if _, known := folders[at]; known {
				return check(at, path), nil
			}
		}
	}
	for _, vendor := range []string{"vendor", "_vendor"} {
		at := filepath.Join(vendor, path)
		if found, _ := filepath.Glob(filepath.Join(root, at, "*.go")); len(found) > 0 {
			return check(at, path), nil
		}
	}
	if strings.Contains(strings.Split(path, "/")[0], ".") {
		return nil, fmt.Errorf("not here: %s", path)
	}
	return standard.Import(path)
}

// Checks the package of a folder, without its tests unless they are part of it.
func check(folder, path string) *types.Package {
	if known, found := checked[folder]; found {
		return known
	}
	checked[folder] = nil
	found, _ := filepath.Glob(filepath.Join(root, folder, "*.go"))
	packages := map[string][]*ast.File{}
	for _, each := range found {
		if match, _ := build.Default.MatchFile(filepath.Dir(each), filepath.Base(each)); !match {
			continue
		}
		tree, _ := parser.ParseFile(files, each, nil, parser.SkipObjectResolution)
		if tree != nil {
			packages[tree.Name.Name] = append(packages[tree.Name.Name], tree)
		}
	}
	names := []string{}
	for name := range packages {
		names = append(names, name)
	}
	// The tests of a package may be another one, which imports it.
	sort.Slice(names, func(a, b int) bool {
		return !strings.HasSuffix(names[a], "_test") && strings.HasSuffix(names[b], "_test")
	})
	for _, name := range names {
		info := &types.Info{
			Uses:       map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{},
			Types:      map[ast.Expr]types.TypeAndValue{},
		}
		configuration := types.Config{Importer: finder{}, Error: func(error) {}, FakeImportC: true}
		made, _ := configuration.Check(path, files, packages[name], info)
		if checked[folder] == nil {
			checked[folder] = made
		}
		infos[folder+" "+name] = info
		trees[folder+" "+name] = packages[name]
	}
	return checked[folder]
}

func column(at token.Position) int {
	if _, known := texts[at.Filename]; !known {
		text, _ := os.ReadFile(at.Filename)
		texts[at.Filename] = strings.Split(string(text), "\n")
	}
	line := texts[at.Filename][at.Line-1]
	return len(utf16.Encode([]rune(line[:at.Column-1])))
}

func relative(path string) string {
	found, _ := filepath.Rel(root, path)
	return found
}

func report(out *bufio.Writer, info *types.Info, call *ast.CallExpr) {
	callee := unparen(call.Fun)
	switch generic := callee.(type) {
	case *ast.IndexExpr:
		callee = generic.X
	case *ast.IndexListExpr:
		callee = generic.X
	}
	var name *ast.Ident
	member := "name"
	switch form := callee.(type) {
	case *ast.Ident:
		name = form
	case *ast.SelectorExpr:
		name = form.Sel
		member = "member"
	default:
		return
	}
	object := info.Uses[name]
	kind := "none"
	target := ""
	if object != nil {
		kind = "outside"
		if variable, isVariable := object.(*types.Var); isVariable && !variable.IsField() && variable.Parent() != nil && (variable.Pkg() == nil || variable.Parent() != variable.Pkg().Scope()) {
			kind = "local"
		} else if object.Pos().IsValid() {
			at := files.Position(object.Pos())
			if path := relative(at.Filename); !strings.HasPrefix(path, "..") {
				kind = "definition"
				target = fmt.Sprintf("\t%s\t%d\t%s", path, at.Line, object.Name())
			}
		}
		if types.Typ[types.Invalid] == object.Type() {
			kind = "none"
			target = ""
		}
	}
	at := files.Position(name.Pos())
	fmt.Fprintf(out, "%s\t%d\t%d\t%s\t%s\t%s%s\n", relative(at.Filename), at.Line, column(at), name.Name, member, kind, target)
}

func main() {
	root, _ = filepath.Abs(os.Args[1])
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		folder := filepath.Dir(lines.Text())
		folders[folder] = append(folders[folder], lines.Text())
	}
	filepath.Walk(root, func(path string, info os.FileInfo, _ error) error {
		if info != nil && filepath.Base(path) == "go.mod" {
			text, _ := os.ReadFile(path)
			for _, line := range strings.Split(string(text), "\n") {
				if strings.HasPrefix(line, "module ") {
					modules[strings.Trim(strings.TrimPrefix(line, "module "), " \"\r")] = relative(filepath.Dir(path))
				}
			}
		}
		return nil
	})
	for folder := range folders {
		path := folder
		for name, at := range modules {
			if at == "." {
				path = name + "/" + folder
			}
		}
		check(folder, strings.TrimSuffix(path, "/."))
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for key, info := range infos {
		if strings.HasPrefix(key, "vendor") || strings.HasPrefix(key, "_vendor") {
			continue
		}
		for _, tree := range trees[key] {
			ast.Inspect(tree, func(node ast.Node) bool {
				if call, isCall := node.(*ast.CallExpr); isCall {
					report(out, info, call)
				}
				return true
			})
		}
	}
}

// ast.Unparen, which Go 1.19 does not have.
func unparen(of ast.Expr) ast.Expr {
	for {
		inner, is := of.(*ast.ParenExpr)
		if !is {
			return of
		}
		of = inner.X
	}
}
