// /console/chaves and /console/chamadas: the keys of the client's programs, and what they called.
import type { CallRecord } from '../../../api/http/callLog.js';
import type { KeyRecord } from '../../../domain/registers.js';
import { wholeNumber } from '../../../messages/formats.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { Choice } from '../../design/filters.js';
import { showPage } from '../../design/Page.js';
import { Table } from '../../design/Table.js';
import { DateTime, Empty } from '../../design/values.js';
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
  showPage(call, {
    title: 'Chaves',
    body:
      keys.length === 0 ? (
        <Empty>Nenhuma chave foi emitida ainda. O operador do serviço emite as chaves.</Empty>
      ) : (
        <Table
          stacked
          caption="Chaves"
          head={
            <>
              <th>Nome</th>
              <th>Escopos</th>
              <th>Empresas</th>
              <th>Emitida</th>
              <th>Último uso</th>
              <th>Fim</th>
            </>
          }
        >
          {keys.map((key) => (
            <tr>
              <td>
                <a href={`${CALLS}?chave=${key.keyId}`}>{key.name}</a>
              </td>
              <td data-label="Escopos">{key.scopes.join('; ')}</td>
              <td data-label="Empresas">
                {key.companyIds?.map((id) => registers.companyName(id)).join('; ') ?? 'todas'}
              </td>
              <td class="text-nowrap" data-label="Emitida">
                <DateTime at={key.issuedAt} />
              </td>
              <td class="text-nowrap" data-label="Último uso">
                <LastUse at={uses.get(key.keyId)} />
              </td>
              <td data-label="Fim">
                <End record={key} now={now} />
              </td>
            </tr>
          ))}
        </Table>
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
        <span class="badge text-bg-danger">Revogada</span> <DateTime at={revokedAt} />
      </>
    );
  if (expiresAt === undefined) return <>sem fim</>;
  return (
    <>
      {expiresAt < now && <span class="badge text-bg-secondary">Expirada</span>} <DateTime at={expiresAt} />
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
    wide: true,
    body: (
      <>
        <Filters asked={asked} keys={keys} />
        <Calls calls={found} />
      </>
    ),
  });
}

function Filters({ asked, keys }: Readonly<{ asked: URLSearchParams; keys: readonly KeyRecord[] }>) {
  const input = (name: string, label: string) => (
    <label>
      {label}
      <input name={name} class="form-control form-control-sm" value={asked.get(name) ?? ''} />
    </label>
  );
  return (
    <form method="get" action={CALLS} class="filters">
      {input('requestId', 'Identificador da chamada')}
      {input('rota', 'Rota')}
      {input('status', 'Status')}
      <Choice label="Chave" name="chave" value={asked.get('chave')} all="Todas">
        {keys.map(({ keyId, name }) => [String(keyId), name])}
      </Choice>
      <button class="btn btn-sm btn-outline-secondary">Filtrar</button>
    </form>
  );
}

function Calls({ calls }: Readonly<{ calls: readonly CallRecord[] }>) {
  if (calls.length === 0) return <Empty>Nenhuma chamada recente com este filtro.</Empty>;
  return (
    <>
      <Table
        stacked
        caption="Chamadas da API"
        head={
          <>
            <th>Quando</th>
            <th>Chave</th>
            <th>Rota</th>
            <th class="number">Status</th>
            <th class="number">Tempo</th>
            <th>Endereço</th>
            <th>Identificador</th>
          </>
        }
      >
        {calls.slice(0, SHOWN_MAX).map((one) => (
          <tr>
            <td class="text-nowrap">
              <DateTime at={new Date(one.at).toISOString()} />
            </td>
            <td data-label="Chave">{one.keyName}</td>
            <td data-label="Rota">{one.route}</td>
            <td class="number" data-label="Status">
              {one.status}
            </td>
            <td class="number" data-label="Tempo">
              {wholeNumber(Math.round(one.durationMs))} ms
            </td>
            <td data-label="Endereço">{one.address}</td>
            <td class="text-nowrap" data-label="Identificador">
              {one.requestId}
            </td>
          </tr>
        ))}
      </Table>
      {calls.length > SHOWN_MAX && (
        <p class="text-secondary">As {SHOWN_MAX} mais novas. Use os filtros para achar as outras.</p>
      )}
    </>
  );
}
