/** Stop words: those that nearly every commit contains, and those that say how a sentence is built, not what it is about. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about after again all also although always am among an and another any anyone are as at be because been before being
  both but by can cannot come could did do does doesn don done each either even ever every everything few for from get gets
  give given goes had has have having he her here him his how however i if in inside instead into is isn it its itself just
  keep keeps let like look looks made make makes making many may me might more most much must my near never no nor not
  nothing now of off often on once one only onto or other others our out over own per please rather same see seem seems she
  should since so some something still such take takes than that the their them then there these they thing things this
  those though through thus to together too toward under until up upon us very via want wants was we well were what whatever
  when where whether which while who whole whom whose why will with within without won would yet you your`.split(/\s+/)
)
