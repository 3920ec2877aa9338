// Finds headings, links and citations in documents and comments. Pure: text in, findings out.

export type Comment = Readonly<{ line: number; text: string }>;
export type Link = Readonly<{ line: number; target: string }>;

/** Texts are passed over, so that `https://` in one begins no comment; `#` begins one in scripts alone. */
const COMMENT =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\*(?<block>[\s\S]*?)\*\/|\/\/(?<rest>[^\n]*)|(?<=^[ \t]*)#(?!!)(?<script>[^\n]*)/gm;

/** Each with the line it begins on, the marks of its lines taken off. */
export function commentsIn(source: string): readonly Comment[] {
  const comments: Comment[] = [];
  for (const found of source.matchAll(COMMENT)) {
    const { block, rest, script } = found.groups ?? {};
    const text = block?.replace(/^[ \t]*\*+/gm, '') ?? rest ?? script;
    if (text !== undefined) comments.push({ line: lineAt(source, found.index), text });
  }
  return comments;
}

const CITATION = /\bdocs\/(?:spec|decisions)\/[\w.-]+\.md(?:#[\w-]+)?/g;

export function citationsIn(text: string): readonly string[] {
  return text.match(CITATION) ?? [];
}

const NAMES_OUTSIDE: readonly RegExp[] = [
  /\b[Dd]ecisions? [0-9]+/g,
  /\b(?<!\/)(?:design|decisions|domain|reliability|measured|eventstoredb|style|console|workflow)\.md\b/g,
  /\bdomain [a-h]\b/g,
  /\bmeasured [a-h]\b/g,
  /\b[Dd]esign, [A-Z]/g,
  /\b[Ww]orkflow, [A-Z]/g,
  /\breliability\b[ ,(]*(?:[0-9]|[FTB][0-9])/g,
  /\b[FTB][0-9]{2}\b(?!:)/g,
  /\bapi-v1\b/g,
  /\bSource: (?:workflow|reference|design|reliability)\b|(?<=; )workflow\b/g,
  /\b(?:the|of) reference(?:[’']s)?\b|\breference, [A-Z]|\(reference\)/g,
];

/** Citations of documents outside the repository. */
export function foreignSourcesIn(text: string): readonly string[] {
  const own = text.replace(CITATION, '');
  return NAMES_OUTSIDE.flatMap((name) => own.match(name) ?? []);
}

/** Relative ones; an image's too. Blocks of code hold none. */
export function linksIn(markdown: string): readonly Link[] {
  const text = withoutCode(markdown);
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((found) => ({ line: lineAt(text, found.index), target: found[1] ?? '' }))
    .filter(({ target }) => !/^[a-z]+:/i.test(target));
}

/**
 * Of every heading, as GitHub makes them: lower case, without punctuation, hyphens for blanks, numbered if
 * repeated.
 */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCode(markdown, false).matchAll(/^#{1,6} +(.*?)#* *$/gm)) {
    const anchor = heading
      .trim()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-');
    let numbered = anchor;
    for (let at = 1; anchors.has(numbered); at++) numbered = `${anchor}-${at}`;
    anchors.add(numbered);
  }
  return anchors;
}

/** Lines stay where they are. */
function withoutCode(markdown: string, spansToo = true): string {
  const blank = (code: string): string => code.replace(/[^\n]/g, ' ');
  const text = markdown.replace(/^( *)(```|~~~)[\s\S]*?^\1\2[^\n]*$/gm, blank);
  return spansToo ? text.replace(/`[^`\n]*`/g, blank) : text;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
