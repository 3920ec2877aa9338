// GET /console/busca: finds accounts, companies, people and reconciliations, and leads to them. Ctrl+K opens it.
import { decimalCents } from '../../../domain/kernel/money.js';
import { month, type Competence } from '../../../domain/kernel/competence.js';
import { findReconciliations } from '../../../projections/views/worklist/findReconciliations.js';
import { plain, searchedWords } from '../../../projections/views/worklist/searchText.js';
import { wholeNumber } from '../../../messages/formats.js';
import { addressWith, queryOf, get, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { Filters, textFilter } from '../../design/Filters.js';
import { showPage } from '../../design/Page.js';
import { column, stateColumn, Table } from '../../design/Table.js';
import { Balance } from '../../design/values.js';
import { reconciliationStates } from '../../../domain/reconciliation/states.js';
import { companiesByName } from '../../session/access.js';
import { amountFromBrazilian } from '../../brazilianText.js';
import { pagePath } from '../conciliacao/addresses.js';
import { paths } from '../../paths.js';

const FOUND_MAX = 20;

type Place = Readonly<{ name: string; what: string; href: string }>;

export const searchRoutes: readonly ConsoleRoute[] = [get(paths.search, showSearch)];

async function showSearch(call: ConsoleCall): Promise<void> {
  const field = textFilter(queryOf(call), 'Buscar', 'texto', { type: 'search', placeholder: PLACEHOLDER });
  showPage(call, {
    title: 'Busca',
    body: (
      <>
        <Filters path={paths.search} label={null} send="Buscar" fields={[field]} />
        {field.value !== undefined && <Results {...await search(call, field.value)} />}
      </>
    ),
  });
}

const PLACEHOLDER = 'código, descrição, saldo, documento, empresa, CNPJ ou pessoa';

/** What all establishments of a company share: the least of a CNPJ that finds it. */
const CNPJ_ROOT_CHARACTERS = 8;

async function search({ deps, session }: ConsoleCall, text: string) {
  const { clientId, access } = session;
  const seen = companiesByName(deps.registers, session);
  const amountCents = decimalCents(amountFromBrazilian(text)?.decimal ?? null);
  const rows = await findReconciliations(
    deps.pages,
    { clientId },
    { text, amountCents, companies: access.companyIds },
    FOUND_MAX,
  );
  const typedCnpj = text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  const isCnpj = (cnpj: string) => typedCnpj.length >= CNPJ_ROOT_CHARACTERS && cnpj.startsWith(typedCnpj);
  const companies = seen
    .filter(({ legalName, tradeName, cnpj }) => has(`${legalName} ${tradeName}`, text) || isCnpj(cnpj))
    .map(({ companyId, legalName }): Place => ({
      name: legalName,
      what: 'Empresa',
      href: `${paths.reconciliations}?fila=todas&companyId=${companyId}`,
    }));
  const personIds = [...deps.registers.workflowOf(clientId).users.keys()];
  const nameOf = await deps.names.of(personIds);
  const people = personIds
    .map(nameOf)
    .filter((name) => has(name, text))
    .map((name): Place => ({
      name,
      what: 'Pessoa',
      href: `${paths.reconciliations}?fila=todas&vez=abertas&responsavel=${encodeURIComponent(name)}`,
    }));
  const companyName = deps.registers.companyName;
  return { text, rows, companyName, places: [...companies, ...people] };
}

/** Whether each word begins a word of the name, whatever capitals and accents. */
function has(name: string, text: string): boolean {
  const searched = searchedWords(text);
  return searched.length > 0 && searched.every((word) => ` ${plain(name)}`.includes(` ${word}`));
}

const NOTHING_FOUND =
  'Nada encontrado com este texto. Procure por código, descrição, empresa, pessoa, valor ou documento.';

type FoundProps = Awaited<ReturnType<typeof search>>;

function Results({ text, rows, places, companyName }: FoundProps) {
  return (
    <>
      {places.length > 0 && (
        <Table<Place>
          caption="Empresas e pessoas"
          rows={places.slice(0, FOUND_MAX)}
          columns={[
            column('Nome', 'start', ({ name, href }) => <a href={href}>{name}</a>),
            column('O quê', 'end', ({ what }) => what),
          ]}
          isList
        />
      )}
      {places.length > FOUND_MAX && (
        <p>{`As primeiras ${FOUND_MAX} de ${wholeNumber(places.length)} empresas e pessoas: escreva mais do nome.`}</p>
      )}
      <Table<FoundProps['rows'][number]>
        caption="Conciliações"
        rows={rows}
        empty={places.length > 0 ? 'Nenhuma conciliação com este texto.' : NOTHING_FOUND}
        columns={[
          column('Conta', 'line', ({ id, contaCodigo, contaDescricao, document }) => (
            <>
              <a href={pagePath(id)}>{`${contaCodigo} ${contaDescricao}`}</a>
              {document !== null && <small>Documento {document}</small>}
            </>
          )),
          column('Empresa', 'start', ({ empresaId }) => companyName(empresaId)),
          column('Competência', 'end', ({ competencia }) => month(competencia as Competence)),
          column('Saldo contábil', 'number start', ({ saldoContabilDevedor }) => (
            <Balance cents={saldoContabilDevedor} />
          )),
          stateColumn('Estado', 'end', ({ status }) => reconciliationStates[status]),
        ]}
        isList
      />
      {rows.length === FOUND_MAX && (
        <p>
          {`As primeiras ${FOUND_MAX} conciliações. `}
          <a href={addressWith(paths.reconciliations, '', { fila: 'todas', texto: text })}>
            Procurar em todas por código e descrição
          </a>
        </p>
      )}
    </>
  );
}
