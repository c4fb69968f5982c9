import java.io.{BufferedOutputStream, PrintStream}
import java.nio.file.{Path, Paths}
import scala.io.Source
import scala.tools.nsc.{Global, Settings}
import scala.tools.nsc.reporters.StoreReporter

/** Prints what scalac says of each call in the files that are listed on standard input, as `compilerOracle.ts` reads it. */
object Calls {
  def main(arguments: Array[String]): Unit = {
    val root = Paths.get(arguments(0)).toAbsolutePath.normalize
    val files = Source.stdin.getLines.map(root.resolve(_).toString).toList
    val out = new PrintStream(new BufferedOutputStream(System.out, 1 << 16))
    // One file of a newer syntax would end the run.
    val parsing = new StoreReporter
    val parser = new Global(settingsUntil("parser"), parsing)
    new parser.Run().compile(files)
    val unreadable = parsing.infos.filter(_.severity.id == parsing.ERROR.id).map(_.pos.source.file.path)
    val global = new Global(settingsUntil("typer"), new StoreReporter)
    new Answers(global, root, out).print(files.filterNot(unreadable.contains(_)))
    out.flush()
  }

  private def settingsUntil(phase: String): Settings = {
    val settings = new Settings(_ => ())
    settings.usejavacp.value = true
    settings.stopAfter.value = List(phase)
    settings.Yrangepos.value = true
    settings
  }
}

class Answers(val global: Global, root: Path, out: PrintStream) {
  import global._

  def print(files: List[String]): Unit = {
    val run = new Run
    run.compile(files)
    run.units.filterNot(_.isJava).foreach(unit => new Calls(unit).traverse(unit.body))
  }

  private def relative(file: String): String = root.relativize(Paths.get(file)).toString

  private def place(symbol: Symbol): Option[String] =
    if (symbol.pos == NoPosition || symbol.pos.source.file.file == null) None
    else {
      val name = symbol.name.decodedName.toString.trim
      Some(List(relative(symbol.pos.source.file.path), symbol.pos.line.toString, name).mkString("\t"))
    }

  /** A call of a constructor is one of the class; one of an object is one of its `apply` and of the object. */
  private def targets(symbol: Symbol): List[Symbol] =
    if (symbol.isConstructor) List(symbol.owner)
    else if (symbol.name == nme.apply) List(symbol, symbol.owner.sourceModule, symbol.owner.companionClass, symbol.owner)
    else if (symbol.isModule) List(symbol, symbol.companionClass)
    else if (symbol.isGetter || symbol.isSetter) List(symbol, symbol.accessed)
    else List(symbol)

  /** What holds a value that is called: a call of `handlers(0)` is one of `handlers`, too. */
  private def holder(qualifier: Tree): List[Symbol] =
    Option(qualifier.symbol).filter(found => found != NoSymbol && !found.isError).toList.flatMap(targets(_))

  private class Calls(unit: CompilationUnit) extends Traverser {
    private val text = unit.source.content
    private val seen = scala.collection.mutable.Set[Int]()

    override def traverse(tree: Tree): Unit = {
      tree match {
        case Apply(called, _) => report(called)
        case _ => ()
      }
      tree match {
        // What inference or expansion put in place of the source.
        case typed: TypeTree if typed.original != null => traverse(typed.original)
        case _ => super.traverse(tree)
      }
    }

    private def report(called: Tree): Unit = called match {
      case TypeApply(of, _) => report(of)
      case Select(New(tpt), nme.CONSTRUCTOR) => add(tpt, nameAt(tpt), called.symbol, "name")
      case Select(qualifier, nme.apply) if !hasText(called.pos, "apply") =>
        val form = if (qualifier.isInstanceOf[Select]) "member" else "name"
        add(qualifier, nameAt(qualifier), called.symbol, form, holder(qualifier))
      case Select(_, name) => add(called, name.decodedName.toString, called.symbol, "member")
      case Ident(name) => add(called, name.decodedName.toString, called.symbol, "name")
      case _ => ()
    }

    private def nameAt(tree: Tree): String = {
      val at = tree match {
        case typed: TypeTree if typed.original != null => typed.original
        case _ => tree
      }
      at match {
        case AppliedTypeTree(of, _) => nameAt(of)
        case Select(_, name) => name.decodedName.toString
        case Ident(name) => name.decodedName.toString
        case _ => ""
      }
    }

    private def hasText(at: Position, name: String): Boolean =
      at.isDefined && text.slice(at.point, at.point + name.length).mkString == name

    private def add(tree: Tree, name: String, symbol: Symbol, form: String, more: List[Symbol] = Nil): Unit = {
      val at = tree.pos
      if (name == "" || !hasText(at, name) || !seen.add(at.point)) return
      val places = if (symbol == null) Nil else (targets(symbol) ++ more).flatMap(place(_)).distinct
      val kind =
        if (symbol == null || symbol == NoSymbol || symbol.isError) "none"
        else if ((symbol :: more).exists(each => each.isLocalToBlock && each.isTerm && !each.isMethod)) "local"
        else if (places.isEmpty) "outside"
        else "definition"
      val column = at.point - unit.source.lineToOffset(at.line - 1)
      val line = List(relative(unit.source.file.path), at.line.toString, column.toString, name, form, kind) ++ (if (kind == "definition") places else Nil)
      out.println(line.mkString("\t"))
    }
  }
}
