// Options of an address that would break what the stores promise: the service decides them, whatever the address says.

/** By lower-case name: the value that holds; null where the option has no place. */
const DECIDED = new Map<string, string | null>(
  Object.entries({
    readpreference: 'primary',
    readpreferencetags: null,
    maxstalenessseconds: null,
    readconcernlevel: 'majority',
    w: 'majority',
    wtimeout: null,
    wtimeoutms: null,
    journal: 'true',
    retrywrites: 'true',
    retryreads: 'true',
    timeoutms: null,
    raw: 'false',
    usebigint64: 'false',
    promotelongs: 'true',
    promotevalues: 'true',
    promotebuffers: 'false',
  }),
);

export type Address = Readonly<{
  /** Without those options. */
  url: string;
  /** Names of those with another value than the one that holds. */
  overridden: readonly string[];
}>;

export function addressOf(url: string): Address {
  const [place = '', query = ''] = url.split('?', 2);
  const options = query.split('&').map((text) => {
    const [name = '', value = ''] = text.split('=', 2);
    return { text, name, value: value.toLowerCase(), decided: DECIDED.get(name.toLowerCase()) };
  });
  const kept = options.filter(({ decided }) => decided === undefined).map(({ text }) => text);
  const other = options.filter(({ decided, value }) => decided !== undefined && decided !== value);
  const left = kept.join('&');
  return { url: left === '' ? place : `${place}?${left}`, overridden: other.map(({ name }) => name) };
}
