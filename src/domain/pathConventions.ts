const testPath =
  /(?:^|\/)(?:__tests__|__mocks__|tests?|(?:[\w.]+\.)?Tests|specs?|testdata|test[-_]utils?|fixtures)\/|(?:[._](?:test|tests|spec)(?:-d)?|(?:^|\/)[A-Z][^/]*(?:Tests?|Spec))\.[^/.]+$|(?:^|\/)(?:test_|conftest\.)[^/]*$|(?:^|\/)tests\.(?:rs|py)$|^(?:packages\/[^/]+\/)?test\.[cm]?[jt]s$/
/** What names of folders of copies may end in. */
const versionSuffix = String.raw`(?:-(?:master|v?\d[\w.]*))?`
/** Folders of copies, mostly those that Linguist knows; what a build makes; libraries by the names of their files. */
const vendorPath = new RegExp(
  [
    String.raw`^deps\/`,
    String.raw`(?:^|\/)(?:node_modules|bower_components|jspm_packages|_?vendor(?:s|ed)?|externals?|extlibs?|third[-_]?party|3rd[-_]?party|site-packages)\/`,
    String.raw`(?:^|\/)(?:extjs|tiny_?mce|ckeditor|codemirror|fontawesome|mathjax|fullcalendar)\/`,
    String.raw`(?:^|\/)(?:pear|php_?mailer|simplepie|adodb5?|htmlpurifier|tcpdf|fpdf|phpseclib|nusoap|geshi)${versionSuffix}\/`,
    String.raw`\/(?:dompdf|dwoo|ez_?pdf|fckeditor|getid3|html2pdf|jpgraph|magpie_?rss|mpdf|pchart|php-?gettext|phpexcel|phputf8|php_writeexcel|securimage|sfyaml|simpletest|swift_?mailer|wideimage|xajax)${versionSuffix}\/`,
    String.raw`(?:^|\/)(?:static|public|assets|media|resources|htdocs|html|webapp|webroot|www|web)\/(?:[^/]+\/)*(?:js|javascripts?)\/libs?\/`,
    String.raw`(?:^|\/)smarty\/(?:src|libs?|sysplugins)\/`,
    String.raw`(?:^|\/)(?:modifier|function|shared)\.(?:date_format|html_select_(?:date|time)|make_timestamp|escape|mailto)\.php$`,
    String.raw`\/(?:dokuwiki\/inc|utf8\/(?:native|utils))\/`,
    String.raw`(?:^|\/)(?:spyc|pclzip\.lib|lessc\.inc|snoopy(?:\.class)?|simple_html_dom|kses|nusoap|tcpdf|fpdf|recaptchalib|timthumb|securimage|mobile_?detect|phpqrcode|rss_(?:fetch|parse)\.inc)\.php$`,
    String.raw`(?:^|\/)class[.-](?:phpmailer|smtp|pop3|snoopy|ezpdf|ixr|phpass)\.php$`,
    String.raw`(?:^|\/)(?:dist|build|out|__generated__|generated)\/`,
    String.raw`(?:^|[._/-])generated\.[^/.]+$`,
    String.raw`(?:^|\/)(?:jquery|bootstrap|angular|ember|prototype|mootools|backbone|underscore|lodash|modernizr|raphael|d3|require|knockout|moment)(?:[-.](?:\d[\w.-]*|ui[\w.-]*|slim|debug|full|v\d))?\.js$`,
    String.raw`(?:^|\/)(?:geshi|pclzip)(?:\.[a-z]+)?\.php$`,
    String.raw`[.-]min\.[cm]?js$`
  ].join("|"),
  "i"
)
const asidePath =
  /^testing\/|(?:^|\/)(?:_?examples?|docs?|playgrounds?|fixtures|e2e|stories|tutorials?|bench(?:marks?|es|suite)?|scripts|demos?|samples?)\/|(?:^|\/)[^/]+\.(?:conf|config)\.[cm]?[jt]s$/

/** Where Maven and Gradle have what is no test, whatever its name. */
const mainPath = /(?:^|\/)src\/main\//

/** Whether a path is that of a test, by the conventions of the languages. */
export const isTestPath = (path: string): boolean => testPath.test(path) && !mainPath.test(path)

/** Whether a path is that of a test, or of what uses a project and is no part of it: examples, documents, benches. */
export const isAsidePath = (path: string): boolean => isTestPath(path) || asidePath.test(path)

/** Packages of Python that projects often include a copy of, and whose names are not used for other folders, as alternatives. */
export const bundledPackages =
  "bs4|certifi|chardet|charset_normalizer|dateutil|feedparser|html5lib|idna|markupsafe|pkg_resources|pytz|simplejson"
/** Such a package itself; below `src` or alone it may be the project. */
const bundledFile = new RegExp(String.raw`^(?!src\/).+\/(?:${bundledPackages})\/`)

/** Whether a path is that of a copy of another project, or of what a build makes. */
export const isCopyPath = (path: string): boolean => vendorPath.test(path) || bundledFile.test(path)
