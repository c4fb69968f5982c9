// What types of the languages' own libraries hold and give. A type that is not listed is only known by its name.

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "))

/** Types that stand for their first argument. */
export const transparent = words(
  "Readonly Partial Required NonNullable NoInfer Pick Omit Exclude Extract Annotated Final ClassVar Optional Required NotRequired Box Rc Arc Ref RefMut Lazy"
)

/** Types of promises, with the type of what they give as the last argument or the first. */
export const promises: ReadonlyMap<string, "first" | "last"> = new Map([
  ["Promise", "first"],
  ["PromiseLike", "first"],
  ["Awaitable", "first"],
  ["Future", "first"],
  ["Task", "first"],
  ["ValueTask", "first"],
  ["Coroutine", "last"],
  // What `?` gives.
  ["Result", "first"],
  ["Option", "first"]
])

/** Types whose elements are of the type of the first argument. */
export const iterables = words(
  "Array ReadonlyArray Set ReadonlySet WeakSet Iterable Iterator IterableIterator IteratorObject ArrayIterator SetIterator Generator AsyncIterable AsyncIterator AsyncIterableIterator AsyncGenerator list List set Set frozenset FrozenSet Sequence MutableSequence Collection deque Deque tuple Tuple ArrayList LinkedList HashSet MutableList MutableSet IEnumerable IList ICollection IReadOnlyList IReadOnlyCollection Stream Seq Vector Vec VecDeque Option Optional Result Mutex RwLock RefCell Cell vector array span unordered_set multiset"
)

/** Types with keys of the first and values of the second argument, whose elements are pairs. */
export const pairMaps = words("Map ReadonlyMap WeakMap MapIterator")

/** Types with keys of the first and values of the second argument, whose elements are the values. */
export const records = words("Record")

/** Types with keys of the first and values of the second argument. What is iterated and what is indexed differ. */
export const keyMaps = words(
  "dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict ChainMap HashMap TreeMap Dictionary IDictionary MutableMap BTreeMap"
)

/** Types with keys of the first and values of the second argument, whose elements are the values, and which have members of their own. */
export const valueMaps = words("map unordered_map")

/** Types with members of the types of their arguments, in their order. */
export const argumentMembers: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["Component", ["props", "state"]],
  ["PureComponent", ["props", "state"]],
  ["RefObject", ["current"]],
  ["MutableRefObject", ["current"]]
])

/** Types of functions that take what is of the type of their first argument. */
export const takers = words("FC FunctionComponent")

/** Members of iterables: those that give an element, and those that give an iterable of the same elements. */
export const elementMembers = words(
  "at pop shift find findLast get first last next popleft unwrap expect unwrap_or unwrap_or_else unwrap_or_default orElse orElseThrow orElseGet lock read write borrow borrow_mut front back getFirst getLast firstOrNull lastOrNull First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt Peek Dequeue"
)
export const sameMembers = words(
  "filter slice concat reverse sort toSorted toReversed toSpliced splice values copy union intersection difference with fill sorted reversed iter iter_mut into_iter stream as_ref as_mut clone cloned peekable skip take rev toList filterNotNull Where OrderBy OrderByDescending ToList ToArray Skip Take Distinct"
)

/** Members of maps, by what calling them gives. */
export const valueMembers = words("get pop setdefault __getitem__ getOrDefault")
export const valuesMembers = words("values")
export const keysMembers = words("keys")
export const entriesMembers = words("entries items")
