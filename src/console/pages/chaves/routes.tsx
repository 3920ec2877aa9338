// /console/chaves and /console/chamadas: the keys of the client's programs, and what they called.
import type { CallRecord } from '../../../api/http/callLog.js';
import type { KeyRecord } from '../../../domain/apiKeys.js';
import { WHO_ISSUES_KEYS } from '../../../messages/console.js';
import { listed, wholeNumber } from '../../../messages/formats.js';
import { queryOf, get, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { numberFilter, textFilter } from '../../design/Filters.js';
import { showList } from '../../design/List.js';
import { column, type Column } from '../../design/Table.js';
import { DateTime, State, isoOf } from '../../design/values.js';
import { mayRead } from '../webhooks/query.js';
import { paths } from '../../paths.js';

const SHOWN_MAX = 200;
/** Companies of a key that a row names; exports have all. */
const COMPANIES_SHOWN = 3;

export const keyPages: readonly ConsoleRoute[] = [
  get(paths.keys, showKeys, mayRead),
  get(paths.calls, showCalls, mayRead),
];

async function showKeys(call: ConsoleCall): Promise<void> {
  const { registers, callLog, clock } = call.deps;
  const { clientId } = call.session;
  const keys = registers.keysOf(clientId);
  const uses = await callLog.lastUses();
  const now = clock.now().toISOString();
  const companiesOf = ({ companyIds }: KeyRecord, most = Infinity): string => {
    const names = companyIds?.map(registers.companyName) ?? ['todas'];
    return listed(names.slice(0, most), names.length - most);
  };
  const columns: readonly Column<KeyRecord>[] = [
    column('Nome', 'start', ['text', ({ name }) => name], {
      href: ({ keyId }) => `${paths.calls}?chave=${keyId}`,
    }),
    column('Escopos', 'line', ['text', ({ scopes }) => scopes.join('; ')]),
    column('Empresas', 'off', ['text', (key) => companiesOf(key)], (key) => companiesOf(key, COMPANIES_SHOWN)),
    column('Emitida', 'nowrap off', ['moment', ({ issuedAt }) => issuedAt]),
    column('Último uso', 'nowrap', ['moment', (key) => isoOf(uses.get(key.keyId))], { none: 'nunca' }),
    column(
      'Fim',
      '',
      {
        Revogada: ['moment', ({ revokedAt }) => revokedAt],
        'Vale até': ['moment', ({ expiresAt }) => expiresAt ?? null],
      },
      (key) => <End record={key} now={now} />,
    ),
  ];
  await showList(call, {
    title: 'Chaves',
    fileName: 'chaves',
    columns,
    rows: keys,
    before: <p>{WHO_ISSUES_KEYS}</p>,
    empty: 'Nenhuma chave foi emitida ainda.',
  });
}

function End({ record: { revokedAt, expiresAt }, now }: Readonly<{ record: KeyRecord; now: string }>) {
  const end = revokedAt ?? expiresAt;
  if (end === undefined) return <>sem fim</>;
  const name = revokedAt !== null ? 'Revogada' : end < now ? 'Expirada' : null;
  return (
    <>
      {name && <State tone="idle" name={name} />} <DateTime at={end} />
    </>
  );
}

async function showCalls(call: ConsoleCall): Promise<void> {
  const { clientId } = call.session;
  const query = queryOf(call);
  const keys = call.deps.registers.keysOf(clientId).map(({ keyId, name }) => [String(keyId), name] as const);
  const id = textFilter(query, 'Identificador da chamada', 'requestId');
  const route = textFilter(query, 'Rota', 'rota');
  const status = numberFilter(query, 'Status', 'status');
  const key = numberFilter(query, 'Chave', 'chave', { all: 'Todas', choices: keys });
  const calls = await call.deps.callLog.list(SHOWN_MAX + 1, {
    clientId,
    requestId: id.value,
    route: route.value,
    status: status.value?.toString(),
    keyId: key.value,
  });
  await showList(call, {
    title: 'Chamadas da API',
    fileName: 'chamadas',
    columns: callColumns,
    filters: [id, route, status, key],
    rows: calls.slice(0, SHOWN_MAX),
    empty: 'Nenhuma chamada recente: aparecem aqui as que os programas fazem com uma chave.',
    none: 'Nenhuma chamada recente com este filtro.',
    after: calls.length > SHOWN_MAX && (
      <p class="muted">As {SHOWN_MAX} mais novas. Use os filtros para achar as outras.</p>
    ),
  });
}

const callColumns: readonly Column<CallRecord>[] = [
  column('Quando', 'nowrap start', ['moment', ({ at }) => isoOf(at)]),
  column('Chave', 'end', ['text', ({ keyName }) => keyName]),
  column('Rota', 'line', ['text', ({ route }) => route]),
  column('Status', 'number', ['integer', ({ status }) => status]),
  column(
    'Tempo',
    'number',
    { 'Tempo (ms)': ['integer', (it) => Math.round(it.durationMs)] },
    ({ durationMs }) => `${wholeNumber(Math.round(durationMs))} ms`,
  ),
  column('Endereço', '', ['text', ({ address }) => address]),
  column('Identificador', 'long', ['text', ({ requestId }) => requestId]),
];
