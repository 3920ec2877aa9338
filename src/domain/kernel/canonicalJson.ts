// RFC 8785 (JSON Canonicalization Scheme). ECMAScript already prints numbers and strings as the RFC requires
// (3.2.2.2, 3.2.2.3); this adds sorting members by UTF-16 code units.

/** @param value plain JSON data; undefined members are omitted */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  let members = '';
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}
