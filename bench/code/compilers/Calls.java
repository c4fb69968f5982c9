import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.tree.JCTree;
import java.io.*;
import java.nio.file.*;
import java.util.*;
import javax.lang.model.element.*;
import javax.lang.model.type.TypeKind;
import javax.tools.*;

/** Prints what javac says of each call in the files that are listed on standard input, as `compilerOracle.ts` reads it. */
public class Calls extends TreePathScanner<Void, Void> {
  final Trees trees;
  final Path root;
  final CompilationUnitTree unit;
  final PrintStream out;

  Calls(Trees trees, Path root, CompilationUnitTree unit, PrintStream out) {
    this.trees = trees;
    this.root = root;
    this.unit = unit;
    this.out = out;
  }

  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]).toAbsolutePath();
    List<Path> files = new BufferedReader(new InputStreamReader(System.in)).lines().map(root::resolve).toList();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager = compiler.getStandardFileManager(d -> {}, null, null);
    List<String> options = List.of("-proc:none", "-implicit:none", "-XDshould-stop.ifError=FLOW");
    JavacTask task = (JavacTask) compiler.getTask(null, manager, d -> {}, options, null, manager.getJavaFileObjectsFromPaths(files));
    Iterable<? extends CompilationUnitTree> units = task.parse();
    analyze(task);
    Trees trees = Trees.instance(task);
    PrintStream out = new PrintStream(new BufferedOutputStream(System.out, 1 << 16));
    for (CompilationUnitTree unit : units) new Calls(trees, root, unit, out).scan(unit, null);
    out.flush();
  }

  /** Goes on with the next class where javac fails at one, as it does at syntax newer than itself. */
  static void analyze(JavacTask task) throws IOException {
    for (int failures = 0; failures < 1000; failures++) {
      try {
        task.analyze();
        return;
      } catch (IllegalStateException | AssertionError failure) {
        System.err.println("javac failed: " + failure);
      }
    }
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree node, Void none) {
    ExpressionTree select = node.getMethodSelect();
    Element element = trees.getElement(new TreePath(getCurrentPath(), select));
    if (select instanceof MemberSelectTree member) report(select, member.getIdentifier().toString(), true, element);
    else report(select, select.toString(), false, element);
    return super.visitMethodInvocation(node, none);
  }

  @Override
  public Void visitNewClass(NewClassTree node, Void none) {
    Tree type = node.getIdentifier();
    while (!(type instanceof IdentifierTree || type instanceof MemberSelectTree)) {
      if (type instanceof ParameterizedTypeTree generic) type = generic.getType();
      else if (type instanceof AnnotatedTypeTree annotated) type = annotated.getUnderlyingType();
      else return super.visitNewClass(node, none);
    }
    Element element = trees.getElement(trees.getPath(unit, type));
    String name = type instanceof MemberSelectTree member ? member.getIdentifier().toString() : type.toString();
    report(type, name, false, element);
    return super.visitNewClass(node, none);
  }

  private void report(Tree tree, String name, boolean isMember, Element element) {
    long end = trees.getSourcePositions().getEndPosition(unit, tree);
    if (end < 0) return;
    long at = end - name.length();
    LineMap map = unit.getLineMap();
    String kind = "none";
    String target = "";
    Element found = element != null && element.getKind() == ElementKind.CONSTRUCTOR ? element.getEnclosingElement() : element;
    if (found != null && found.asType().getKind() != TypeKind.ERROR) {
      TreePath path = trees.getPath(found);
      if (path != null) {
        kind = "definition";
        CompilationUnitTree other = path.getCompilationUnit();
        long line = other.getLineMap().getLineNumber(((JCTree) path.getLeaf()).pos);
        target = relative(other) + "\t" + line + "\t" + found.getSimpleName();
      } else kind = isInside(found) ? "local" : "outside";
    }
    long line = map.getLineNumber(at);
    long column = at - map.getStartPosition(line);
    out.println(String.join("\t", relative(unit), "" + line, "" + column, name, isMember ? "member" : "name", kind, target));
  }

  /** Whether an element without source is part of a class that has some, as `values` of enums. */
  private boolean isInside(Element element) {
    for (Element at = element; at != null; at = at.getEnclosingElement())
      if (at instanceof TypeElement && trees.getPath(at) != null) return true;
    return false;
  }

  private String relative(CompilationUnitTree of) {
    return root.relativize(Path.of(of.getSourceFile().toUri())).toString();
  }
}
