@file:OptIn(org.jetbrains.kotlin.fir.symbols.SymbolInternals::class, org.jetbrains.kotlin.compiler.plugin.ExperimentalCompilerApi::class)

import java.io.File
import org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar
import org.jetbrains.kotlin.config.CompilerConfiguration
import org.jetbrains.kotlin.diagnostics.DiagnosticReporter
import org.jetbrains.kotlin.fir.FirSession
import org.jetbrains.kotlin.fir.analysis.checkers.MppCheckerKind
import org.jetbrains.kotlin.fir.analysis.checkers.context.CheckerContext
import org.jetbrains.kotlin.fir.analysis.checkers.expression.ExpressionCheckers
import org.jetbrains.kotlin.fir.analysis.checkers.expression.FirFunctionCallChecker
import org.jetbrains.kotlin.fir.analysis.extensions.FirAdditionalCheckersExtension
import org.jetbrains.kotlin.fir.expressions.FirFunctionCall
import org.jetbrains.kotlin.fir.expressions.FirImplicitInvokeCall
import org.jetbrains.kotlin.fir.extensions.FirExtensionRegistrar
import org.jetbrains.kotlin.fir.extensions.FirExtensionRegistrarAdapter
import org.jetbrains.kotlin.fir.references.FirResolvedNamedReference
import org.jetbrains.kotlin.fir.references.isError
import org.jetbrains.kotlin.fir.resolve.providers.firProvider
import org.jetbrains.kotlin.fir.resolve.providers.symbolProvider
import org.jetbrains.kotlin.fir.symbols.impl.FirCallableSymbol
import org.jetbrains.kotlin.fir.symbols.impl.FirConstructorSymbol

/**
 * A plugin of kotlinc that writes what it says of each call to the file that the environment names as `CALLS`, as
 * `compilerOracle.ts` reads it, with paths relative to the folder `ROOT`.
 */
class Calls : CompilerPluginRegistrar() {
  override val pluginId = "calls"
  override val supportsK2 = true

  override fun ExtensionStorage.registerExtensions(configuration: CompilerConfiguration) {
    FirExtensionRegistrarAdapter.registerExtension(Registrar())
  }
}

class Registrar : FirExtensionRegistrar() {
  override fun ExtensionRegistrarContext.configurePlugin() {
    +::Checkers
  }
}

val out = File(System.getenv("CALLS")).printWriter()
val root = File(System.getenv("ROOT")).absoluteFile
val texts = HashMap<String, String>()

fun textOf(path: String): String = texts.getOrPut(path) { File(path).readText().replace("\r\n", "\n") }

fun relative(path: String): String = File(path).absoluteFile.relativeTo(root).path

fun lineAt(path: String, offset: Int): Int = textOf(path).substring(0, offset).count { it == '\n' } + 1

fun columnAt(path: String, offset: Int): Int = offset - textOf(path).lastIndexOf('\n', offset - 1) - 1

/** The line of the name that a declaration at these offsets declares. */
fun lineOfName(path: String, start: Int, end: Int, name: String): Int {
  val keyword = Regex("\\b(?:fun|class|interface|object|val|var)\\b[^{}=]*?(?<![\\w@])`?" + Regex.escape(name) + "\\b")
  val found = keyword.find(textOf(path).substring(start, end))
  return lineAt(path, if (found == null) start else start + found.range.last)
}

class Checkers(session: FirSession) : FirAdditionalCheckersExtension(session) {
  override val expressionCheckers = object : ExpressionCheckers() {
    override val functionCallCheckers = setOf(Reporter)
  }
}

object Reporter : FirFunctionCallChecker(MppCheckerKind.Common) {
  context(context: CheckerContext, reporter: DiagnosticReporter)
  override fun check(expression: FirFunctionCall) {
    val at = expression.calleeReference.source ?: return
    val file = context.containingFilePath ?: return
    val name = expression.calleeReference.name.asString()
    val reference = expression.calleeReference as? FirResolvedNamedReference
    val symbol = reference?.resolvedSymbol as? FirCallableSymbol<*>
    val form = if (expression.explicitReceiver == null) "name" else "member"
    var kind = "none"
    var target = ""
    if (expression is FirImplicitInvokeCall) kind = "local"
    else if (symbol != null && !reference.isError()) {
      val source = symbol.source
      val declared = symbol.moduleData.session.firProvider.getFirCallableContainerFile(symbol)?.sourceFile?.path
      // Local functions have a source, but no file.
      kind = if (source == null) "outside" else if (declared == null) "local" else "definition"
      val id = if (symbol is FirConstructorSymbol) symbol.callableId?.classId else null
      val made = id?.let { context.session.symbolProvider.getClassLikeSymbolByClassId(it) }
      val place = made?.source ?: source
      val called = made?.classId?.shortClassName?.asString() ?: symbol.name.asString()
      if (place != null && declared != null) {
        val line = lineOfName(declared, place.startOffset, place.endOffset, called)
        target = listOf("", relative(declared), line, called).joinToString("\t")
      }
    }
    synchronized(out) {
      val line = lineAt(file, at.startOffset)
      val column = columnAt(file, at.startOffset)
      out.println(listOf(relative(file), line, column, name, form, kind).joinToString("\t") + target)
      out.flush()
    }
  }
}
