// What of Microsoft's parser is used, and the parts of its tree that the guides' queries have: its own types tell the kinds
// of parts by an enumeration, which narrows nothing outside of the package.
declare module '@microsoft/powerquery-parser' {
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
  export type Applied =
    | { readonly kind: 'InvokeExpression'; readonly content: Parts<Tree> }
    | { readonly kind: 'FieldSelector'; readonly content: Word };
  type Literal = LetTree | WordTree | NameTree | RecordTree | ListTree | RangeTree;
  type Operation = FunctionTree | PairedTree | WrappedTree | IfTree | UnaryTree | BinaryTree | AppliedTree;
  export type Tree = Literal | Operation;

  type Task = Readonly<{ ast: Tree }>;
  const parser: Readonly<{
    DefaultSettings: object;
    TaskUtils: Readonly<{
      tryLexParse(settings: object, text: string): Promise<object>;
      isParseStageOk(task: object): task is Task;
    }>;
  }>;
  export default parser;
}
