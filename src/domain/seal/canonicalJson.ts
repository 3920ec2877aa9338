// RFC 8785 (JSON Canonicalization Scheme): one text for one value, whoever writes it. What ECMAScript prints for numbers
// and strings is what the RFC asks for (3.2.2.2, 3.2.2.3); what is left to do is to sort members by UTF-16 code units.

/** Of plain JSON data; members whose value is undefined are left out. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  let members = '';
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${quoted(name)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/** Most texts need no escape, and are then not given to the slower printer. */
const NEEDS_CARE = /[^ !#-[\]-~\u00a0-\ud7ff]/;

function quoted(text: string): string {
  return NEEDS_CARE.test(text) ? JSON.stringify(text) : `"${text}"`;
}
