// The part of markdown-it that the guides use; the library has no types of its own.
declare module 'markdown-it' {
  export type Token = {
    type: string;
    content: string;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
    children: Token[] | null;
  };
  type State = Readonly<{ tokens: Token[] }>;
  export default class MarkdownIt {
    constructor(options: Readonly<{ html: boolean }>);
    core: Readonly<{ ruler: Readonly<{ push(name: string, rule: (state: State) => void): void }> }>;
    renderer: Readonly<{ rules: Record<string, ((tokens: Token[], index: number) => string) | undefined> }>;
    render(markdown: string): string;
  }
}
