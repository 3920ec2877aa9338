// What a client would rather have, by Accept and Accept-Language (RFC 9110, 12.5).

type Range = Readonly<{ value: string; quality: number }>;

function ranges(header: string): readonly Range[] {
  return header.split(',').map((part) => {
    const [value = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((text) => text.startsWith('q='))?.slice(2);
    const number = Number(quality ?? 1);
    return { value, quality: Number.isFinite(number) ? number : 0 };
  });
}

type Wish = Readonly<{ quality: number; exactness: number; place: number }>;

/** The most exact range that fits counts: how well it is wanted, how exactly it was named (3: by its own name), and where. */
function wanted(accepted: readonly Range[], type: string): Wish {
  const names = ['*/*', `${type.slice(0, type.indexOf('/'))}/*`, type];
  for (let at = names.length - 1; at >= 0; at--) {
    const place = accepted.findIndex(({ value }) => value === names[at]);
    if (place >= 0) return { quality: accepted[place]?.quality ?? 0, exactness: at + 1, place };
  }
  return { quality: 0, exactness: 0, place: accepted.length };
}

/** CSV is sent to whom it is the better answer, or as good and called by its name, or by its name first; JSON to all others. */
export function wantsCsv(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes('text/')) return false;
  const accepted = ranges(accept);
  const csv = wanted(accepted, 'text/csv');
  const json = wanted(accepted, 'application/json');
  if (csv.quality === 0) return false;
  if (csv.quality !== json.quality) return csv.quality > json.quality;
  return csv.exactness === json.exactness ? csv.place < json.place : csv.exactness > json.exactness;
}

/** Whether the first language a client asks for is Portuguese. */
export function wantsPortuguese(language: string | undefined): boolean {
  if (language === undefined) return false;
  const [first] = ranges(language)
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  return first?.value === 'pt' || first?.value.startsWith('pt-') === true;
}
