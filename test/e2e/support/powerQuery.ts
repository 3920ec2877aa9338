// Runs a query of Power Query's language (M) as far as the guides use it: Microsoft's parser reads it, the
// functions it calls are those of `library`. Values are computed when they are asked for, once, as in M.
import { createRequire } from 'node:module';

/** A record is a plain object; a list an array; null, logical, number and text are JavaScript's. */
export type Value = unknown;
export type MFunction = (...args: Value[]) => Promise<Value>;
type Names = ReadonlyMap<string, () => Promise<Value>>;

const PARSER = '@microsoft/powerquery-parser';
const parser = () => createRequire(import.meta.url)(PARSER) as Parser;

/** Whether the parser is there: `scripts/withPackage.sh` brings it. */
export function isParserInstalled(): boolean {
  try {
    return parser() !== null;
  } catch {
    process.stderr.write(`skipped: what needs ${PARSER}\n`);
    return false;
  }
}

export async function runPowerQuery(text: string, library: Readonly<Record<string, MFunction>>): Promise<Value> {
  const { TaskUtils, DefaultSettings } = parser();
  const task = await TaskUtils.tryLexParse(DefaultSettings, text);
  if (!TaskUtils.isParseStageOk(task)) throw new Error(`not a query: ${JSON.stringify(task)}`);
  const names = Object.entries(library).map(
    ([name, value]) => [name, () => Promise.resolve<Value>(value)] as const,
  );
  return valueOf(task.ast, new Map(names));
}

async function valueOf(tree: Tree, names: Names): Promise<Value> {
  const of = (part: Tree) => valueOf(part, names);
  switch (tree.kind) {
    case 'LetExpression': {
      const inner = new Map(names);
      for (const { node } of tree.variableList.elements)
        inner.set(
          node.key.literal,
          once(() => valueOf(node.value, inner)),
        );
      return valueOf(tree.expression, inner);
    }
    case 'LiteralExpression':
      return literalOf(tree.literal);
    case 'IdentifierExpression': {
      const named = names.get(tree.identifier.literal);
      if (named === undefined) throw new Error(`${tree.identifier.literal} is not known`);
      return named();
    }
    case 'RecordExpression': {
      const fields = await inOrder(tree.content.elements, async ({ node: { key, value } }) => [
        key.literal,
        await of(value),
      ]);
      return Object.fromEntries(fields) as Value;
    }
    case 'ListExpression':
      return (await inOrder(tree.content.elements, ({ node }) => itemsOf(node, names))).flat();
    case 'FunctionExpression':
      return functionOf(
        tree.parameters.content.elements.map(({ node }) => node.name.literal),
        tree.expression,
        names,
      );
    case 'EachExpression':
      return functionOf(['_'], tree.paired, names);
    case 'ParenthesizedExpression':
      return of(tree.content);
    case 'IfExpression':
      return of((await of(tree.condition)) === true ? tree.trueExpression : tree.falseExpression);
    case 'ErrorRaisingExpression':
      throw new Error(String(await of(tree.paired)));
    case 'UnaryExpression':
      // `not` is the only one in use.
      return (await of(tree.typeExpression)) !== true;
    case 'RecursivePrimaryExpression': {
      let value = await of(tree.head);
      for (const next of tree.recursiveExpressions.elements) value = await applied(value, next, names);
      return value;
    }
    case 'ArithmeticExpression':
    case 'EqualityExpression':
    case 'RelationalExpression':
      return combined(tree.operatorConstant.constantKind, await of(tree.left), await of(tree.right));
    default:
      throw new Error(`${tree.kind} is not supported`);
  }
}

function functionOf(parameters: readonly string[], body: Tree, names: Names): MFunction {
  return (...args) => {
    const given = parameters.map((name, index) => [name, () => Promise.resolve(args[index])] as const);
    return valueOf(body, new Map([...names, ...given]));
  };
}

async function applied(value: Value, next: Applied, names: Names): Promise<Value> {
  if (next.kind === 'InvokeExpression')
    return (value as MFunction)(...(await inOrder(next.content.elements, ({ node }) => valueOf(node, names))));
  const field = next.content.literal;
  const record = value as Readonly<Record<string, Value>>;
  if (!(field in record)) throw new Error(`the record has no field ${field}`);
  return record[field];
}

function combined(operator: string, left: Value, right: Value): Value {
  switch (operator) {
    case '&':
      if (Array.isArray(left)) return [...(left as Value[]), ...(right as Value[])];
      return typeof left === 'string' ? left + String(right) : { ...(left as object), ...(right as object) };
    case '+':
      return Number(left) + Number(right);
    case '-':
      return Number(left) - Number(right);
    case '=':
      return left === right;
    case '>':
      return Number(left) > Number(right);
    default:
      throw new Error(`${operator} is not supported`);
  }
}

async function itemsOf(item: Tree, names: Names): Promise<Value[]> {
  if (item.kind !== 'RangeExpression') return [await valueOf(item, names)];
  const from = Number(await valueOf(item.left, names));
  const to = Number(await valueOf(item.right, names));
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

function literalOf(literal: string): Value {
  if (literal.startsWith('"')) return literal.slice(1, -1).replaceAll('""', '"');
  if (/^\d/.test(literal)) return Number(literal);
  return { true: true, false: false }[literal] ?? null;
}

function once(compute: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= compute());
}

async function inOrder<Item, Result>(
  items: readonly Item[],
  make: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await make(item));
  return results;
}

type Parser = Readonly<{
  DefaultSettings: object;
  TaskUtils: Readonly<{
    tryLexParse(settings: object, text: string): Promise<object>;
    isParseStageOk(task: object): task is Readonly<{ ast: Tree }>;
  }>;
}>;

// The parts of its tree that the guides' queries have: its own types tell the kinds of parts by an enumeration,
// which narrows nothing outside of the package.
type Part<Of> = { readonly node: Of };
type Parts<Of> = { readonly elements: readonly Part<Of>[] };
type Word = { readonly literal: string };
interface Pair {
  readonly key: Word;
  readonly value: Tree;
}
interface LetTree {
  readonly kind: 'LetExpression';
  readonly variableList: Parts<Pair>;
  readonly expression: Tree;
}
interface WordTree {
  readonly kind: 'LiteralExpression';
  readonly literal: string;
}
interface NameTree {
  readonly kind: 'IdentifierExpression';
  readonly identifier: Word;
}
interface RecordTree {
  readonly kind: 'RecordExpression';
  readonly content: Parts<Pair>;
}
interface ListTree {
  readonly kind: 'ListExpression';
  readonly content: Parts<Tree>;
}
interface RangeTree {
  readonly kind: 'RangeExpression';
  readonly left: Tree;
  readonly right: Tree;
}
interface FunctionTree {
  readonly kind: 'FunctionExpression';
  readonly parameters: { readonly content: Parts<{ readonly name: Word }> };
  readonly expression: Tree;
}
interface PairedTree {
  readonly kind: 'EachExpression' | 'ErrorRaisingExpression';
  readonly paired: Tree;
}
interface WrappedTree {
  readonly kind: 'ParenthesizedExpression';
  readonly content: Tree;
}
interface IfTree {
  readonly kind: 'IfExpression';
  readonly condition: Tree;
  readonly trueExpression: Tree;
  readonly falseExpression: Tree;
}
interface UnaryTree {
  readonly kind: 'UnaryExpression';
  readonly typeExpression: Tree;
}
interface BinaryTree {
  readonly kind: 'ArithmeticExpression' | 'EqualityExpression' | 'RelationalExpression';
  readonly left: Tree;
  readonly operatorConstant: { readonly constantKind: string };
  readonly right: Tree;
}
interface AppliedTree {
  readonly kind: 'RecursivePrimaryExpression';
  readonly head: Tree;
  readonly recursiveExpressions: { readonly elements: readonly Applied[] };
}
type Applied =
  | { readonly kind: 'InvokeExpression'; readonly content: Parts<Tree> }
  | { readonly kind: 'FieldSelector'; readonly content: Word };
type Literal = LetTree | WordTree | NameTree | RecordTree | ListTree | RangeTree;
type Operation = FunctionTree | PairedTree | WrappedTree | IfTree | UnaryTree | BinaryTree | AppliedTree;
type Tree = Literal | Operation;
