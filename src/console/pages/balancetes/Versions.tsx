// GET /console/balancetes: the versions by company and competence, with counters and warnings of their import.
import { RELEASERS } from '../../../domain/clients/roles.js';
import { trialBalanceStatusWords } from '../../../domain/books/events.js';
import { situationWords } from '../../../domain/trialBalance/lines.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { counted, month, wholeNumber } from '../../../messages/formats.js';
import type { TrialBalanceVersion } from '../../../projections/views/trialBalances/trialBalanceVersions.js';
import { Form } from '../../design/Form.js';
import type { Column } from '../../design/Table.js';
import { DateTime, Period } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { VersionBadge } from './parts.js';

export const VERSIONS = '/console/balancetes';

export function columnsFor(call: ConsoleCall): readonly Column<TrialBalanceVersion>[] {
  return [
    { head: 'Empresa', phone: 'start', file: ['text', (it) => it.empresaNome] },
    {
      ...{ head: 'Competência', phone: 'end' },
      cell: ({ competencia }) => <Period period={competencia} />,
      file: ['text', ({ competencia }) => month(competencia as Competence)],
    },
    {
      ...{ head: 'Versão', as: 'number', phone: 'start' },
      file: ['integer', (it) => it.versao],
      cell: ({ id, versao }) => (
        <a href={`${VERSIONS}/${id}`}>
          <span class="phone">versão </span>
          {versao}
        </a>
      ),
    },
    {
      ...{ head: 'Situação', phone: 'end' },
      cell: ({ status }) => <VersionBadge status={status} />,
      file: ['text', ({ status }) => trialBalanceStatusWords[status].name],
    },
    {
      head: 'Importado',
      as: 'nowrap',
      phone: 'off',
      cell: (it) => <Done at={it.importadoEm} by={it.importadoPor} />,
      file: {
        'Importado em': ['moment', (it) => it.importadoEm],
        'Importado por': ['text', (it) => it.importadoPor],
      },
    },
    {
      ...{ head: 'Liberado', as: 'nowrap', phone: 'off' },
      cell: (it) => it.liberadoEm !== null && <Done at={it.liberadoEm} by={it.liberadoPor} />,
      file: { 'Liberado em': ['moment', (it) => it.liberadoEm], 'Liberado por': ['text', (it) => it.liberadoPor] },
    },
    {
      ...{ head: 'Linhas', as: 'number', phone: 'off' },
      file: {
        Enviadas: ['integer', (it) => it.enviadas],
        Importadas: ['integer', (it) => it.linhas],
        [situationWords.FORA_DO_PLANO.name]: ['integer', (it) => it.foraDoPlano],
        'Não conciliam': ['integer', (it) => it.naoConciliam],
      },
      cell: (version) => (
        <>
          {wholeNumber(version.linhas)}
          <Ignored version={version} />
        </>
      ),
    },
    {
      head: 'Avisos',
      file: ['integer', (it) => it.totalDeAvisos],
      cell: (version) => <Warnings version={version} />,
    },
    {
      head: 'Atos',
      as: 'unseen',
      phone: 'line',
      cell: (version) => <ReleaseButton call={call} version={version} />,
    },
  ];
}

function Done({ at, by }: Readonly<{ at: string; by: string }>) {
  return (
    <>
      <DateTime at={at} />
      <small>{by}</small>
    </>
  );
}

/** Lines of accounts that are not reconciled. */
export function unreconciled(count: number): string {
  return `${wholeNumber(count)} que ${count === 1 ? 'não concilia' : 'não conciliam'}`;
}

/** What of the lines sent is not among those imported. */
function Ignored({ version: { enviadas, linhas, ...version } }: Readonly<{ version: TrialBalanceVersion }>) {
  if (enviadas === linhas) return null;
  const { foraDoPlano, naoConciliam } = version;
  return (
    <div class="muted">
      de {wholeNumber(enviadas)}
      {foraDoPlano > 0 && <div>{wholeNumber(foraDoPlano)} fora do plano</div>}
      {naoConciliam > 0 && <div>{unreconciled(naoConciliam)}</div>}
    </div>
  );
}

export function Warnings({ version: { avisos, totalDeAvisos } }: Readonly<{ version: TrialBalanceVersion }>) {
  if (avisos === null) return <span title="Importado antes de os avisos serem guardados">–</span>;
  if (totalDeAvisos === 0) return <>nenhum</>;
  const more = totalDeAvisos - avisos.length;
  return (
    <details>
      <summary>{counted(totalDeAvisos, 'aviso')}</summary>
      <ul>
        {avisos.map((sentence) => (
          <li>{sentence}</li>
        ))}
        {more > 0 && <li>e mais {wholeNumber(more)}</li>}
      </ul>
    </details>
  );
}

/** Shown to whoever holds a role that releases, for any company; disabled with the reason where the act would be refused. */
type ReleaseProps = Readonly<{ call: ConsoleCall; version: TrialBalanceVersion; isMain?: boolean }>;

export function ReleaseButton({ call, version, isMain = false }: ReleaseProps) {
  const { access } = call.state.session;
  if (!version.atual || version.status !== 'IMPORTED') return null;
  if (!access.hasAny(RELEASERS)) return null;
  const reason = !access.hasAny(RELEASERS, version.empresaId)
    ? 'Só Supervisor e Administrador do módulo desta empresa liberam balancetes'
    : version.fechada
      ? 'A competência está fechada'
      : undefined;
  return (
    <Form call={call} action={`${VERSIONS}/${version.id}/liberar`} class={isMain ? 'field' : undefined}>
      <button class={isMain ? 'primary' : undefined} disabled={reason !== undefined} title={reason}>
        Liberar
      </button>
      {reason !== undefined && <div class="muted">{reason}</div>}
    </Form>
  );
}
