// RFC 8785 (JSON Canonicalization Scheme): one text for one value, whoever writes it. What ECMAScript prints for numbers
// and strings is what the RFC asks for (3.2.2.2, 3.2.2.3); what is left to do is to sort members by UTF-16 code units.

/** Of plain JSON data; members whose value is undefined are left out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value as Record<string, unknown>).filter(([, member]) => member !== undefined);
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
    .join(',')}}`;
}
