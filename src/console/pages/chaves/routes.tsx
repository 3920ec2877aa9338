// /console/chaves and /console/chamadas: the keys of the client's programs, and what they called.
import type { CallRecord } from '../../../api/http/callLog.js';
import type { KeyRecord } from '../../../domain/registers.js';
import { WHO_ISSUES_KEYS } from '../../../messages/console.js';
import { wholeNumber } from '../../../messages/formats.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { Filters } from '../../design/Filters.js';
import { showPage } from '../../design/Page.js';
import { PagedTable, Table, type Column } from '../../design/Table.js';
import { DateTime, State } from '../../design/values.js';
import type { ConsoleCall, ConsoleRoute } from '../../route.js';
import { mayRead } from '../webhooks/query.js';

const KEYS = '/console/chaves';
const CALLS = '/console/chamadas';
const SHOWN_MAX = 200;

export function keyPages(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  return [
    { method: 'GET', path: KEYS, may: mayRead, handle: (call) => showKeys(deps, call) },
    { method: 'GET', path: CALLS, may: mayRead, handle: (call) => showCalls(deps, call) },
  ];
}

async function showKeys({ registers, callLog, clock }: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const { clientId } = call.state.session;
  const keys = registers.keys().filter((key) => key.clientId === clientId);
  const uses = await callLog.lastUses();
  const now = clock.now().toISOString();
  const columns: readonly Column<KeyRecord>[] = [
    { head: 'Nome', phone: 'start', cell: ({ keyId, name }) => <a href={`${CALLS}?chave=${keyId}`}>{name}</a> },
    { head: 'Escopos', cell: (key) => key.scopes.join('; ') },
    {
      head: 'Empresas',
      cell: ({ companyIds }) => companyIds?.map((id) => registers.companyName(id)).join('; ') ?? 'todas',
    },
    { head: 'Emitida', as: 'nowrap', cell: ({ issuedAt }) => <DateTime at={issuedAt} /> },
    { head: 'Último uso', as: 'nowrap', cell: ({ keyId }) => <LastUse at={uses.get(keyId)} /> },
    { head: 'Fim', cell: (key) => <End record={key} now={now} /> },
  ];
  showPage(call, {
    title: 'Chaves',
    body: (
      <>
        <p>{WHO_ISSUES_KEYS}</p>
        <PagedTable {...{ call, columns, rows: keys }} caption="Chaves" empty="Nenhuma chave foi emitida ainda." />
      </>
    ),
  });
}

function LastUse({ at }: Readonly<{ at: number | undefined }>) {
  return at === undefined ? <>nunca</> : <DateTime at={new Date(at).toISOString()} />;
}

function End({ record: { revokedAt, expiresAt }, now }: Readonly<{ record: KeyRecord; now: string }>) {
  if (revokedAt !== null)
    return (
      <>
        <State tone="idle">Revogada</State> <DateTime at={revokedAt} />
      </>
    );
  if (expiresAt === undefined) return <>sem fim</>;
  return (
    <>
      {expiresAt < now && <State tone="idle">Expirada</State>} <DateTime at={expiresAt} />
    </>
  );
}

async function showCalls({ callLog, clock: _, ...deps }: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const { clientId } = call.state.session;
  const asked = new URLSearchParams(call.querystring);
  const [id, route, status, key] = ['requestId', 'rota', 'status', 'chave'].map((name) =>
    (asked.get(name) ?? '').trim(),
  );
  const found = await callLog.list(SHOWN_MAX + 1, {
    clientId,
    ...(id && { requestId: id }),
    ...(route && { route }),
    ...(status && { status }),
    ...(key && { keyId: Number(key) }),
  });
  const keys = deps.registers.keys().filter((one) => one.clientId === clientId);
  showPage(call, {
    title: 'Chamadas da API',
    body: (
      <>
        <Filters
          path={CALLS}
          fields={[
            { label: 'Identificador da chamada', name: 'requestId', value: asked.get('requestId') },
            { label: 'Rota', name: 'rota', value: asked.get('rota') },
            { label: 'Status', name: 'status', value: asked.get('status') },
            {
              ...{ label: 'Chave', name: 'chave', value: asked.get('chave'), all: 'Todas' },
              choices: keys.map(({ keyId, name }) => [String(keyId), name] as const),
            },
          ]}
        />
        <Table
          caption="Chamadas da API"
          columns={callColumns}
          rows={found.slice(0, SHOWN_MAX)}
          empty="Nenhuma chamada recente com este filtro."
        />
        {found.length > SHOWN_MAX && (
          <p class="muted">As {SHOWN_MAX} mais novas. Use os filtros para achar as outras.</p>
        )}
      </>
    ),
  });
}

const callColumns: readonly Column<CallRecord>[] = [
  { head: 'Quando', as: 'nowrap', phone: 'start', cell: ({ at }) => <DateTime at={new Date(at).toISOString()} /> },
  { head: 'Chave', phone: 'end', cell: ({ keyName }) => keyName },
  { head: 'Rota', as: 'long', phone: 'line', cell: ({ route }) => route },
  { head: 'Status', as: 'number', cell: ({ status }) => status },
  { head: 'Tempo', as: 'number', cell: ({ durationMs }) => `${wholeNumber(Math.round(durationMs))} ms` },
  { head: 'Endereço', cell: ({ address }) => address },
  { head: 'Identificador', as: 'long', cell: ({ requestId }) => requestId },
];
