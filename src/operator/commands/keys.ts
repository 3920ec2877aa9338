// `keys issue`, `keys list`, `keys rotate`, `keys revoke`. A secret is printed once, by `issue` or `rotate`, and never again.
import type { Command } from 'commander';
import { issueKey, revokeKey, rotateKey, type IssuedKey } from '../../commands/keys/apiKeys.js';
import { scopes, type Scope } from '../../domain/apiKeys.js';
import { cnpjList, duration, filled, instant, networkList, scopeList } from '../arguments.js';
import { table } from '../output/table.js';
import type { Session } from '../session.js';
import type { OperatorDependencies } from '../dependencies.js';

type IssueOptions = Readonly<{
  client: string;
  name: string;
  scopes: readonly Scope[];
  expires?: string;
  companies?: readonly string[];
  networks?: readonly string[];
}>;

const SECRET_SHOWN_ONCE = 'Guarde o segredo agora: ele não será mostrado novamente.';

/** What a list shows first; a narrow terminal leaves out what follows. */
const COLUMNS = ['id', 'name', 'client', 'lastUsedAt', 'revokedAt', 'scopes'];

export function registerKeys(program: Command, session: Session): void {
  const keys = program.command('keys').description('chaves de API: emite, lista, substitui e revoga');

  keys
    .command('issue')
    .description('emite uma chave e mostra o segredo uma única vez')
    .requiredOption('--client <ref>', 'cliente dono da chave', filled)
    .requiredOption('--name <nome>', 'nome do sistema que usa a chave', filled)
    .requiredOption('--scopes <escopos>', `separados por vírgula: ${scopes.join(', ')}`, scopeList)
    .option('--expires <data>', 'último dia em que vale (AAAA-MM-DD), ou um instante ISO 8601', instant('end'))
    .option('--companies <cnpjs>', 'vale só para estas empresas, separadas por vírgula', cnpjList)
    .option('--networks <redes>', 'vale só a partir destas redes CIDR, separadas por vírgula', networkList)
    .action((options: IssueOptions) =>
      session.run('keys issue', async (deps, context) => {
        const { client: clientRef, expires: expiresAt, ...given } = options;
        const command = { ...given, clientRef, expiresAt };
        const issued = await issueKey(deps, command, context);
        session.progress(SECRET_SHOWN_ONCE);
        return {
          json: {
            id: issued.keyId,
            name: issued.name,
            client: issued.clientRef,
            scopes: issued.scopes,
            secret: issued.secret,
            ...limitsShown(issued),
          },
          change: { position: issued.position, registersChanged: true },
        };
      }),
    );

  keys
    .command('list')
    .description('lista as chaves de todos os clientes, com o último uso')
    .action(() =>
      session.run('keys list', async (deps) => {
        const rows = await keyRows(deps);
        return { json: rows, text: table(rows, { first: COLUMNS }) };
      }),
    );

  keys
    .command('rotate')
    .description(
      'emite outra chave com o mesmo nome, escopos e limites; a atual ainda vale pelo tempo de --overlap',
    )
    .argument('<id>', 'id da chave')
    .requiredOption(
      '--overlap <tempo>',
      'por quanto tempo a chave atual ainda vale: 90m, 24h, 7d (0h: encerra já)',
      duration,
    )
    .action((id: string, { overlap }: { overlap: number }) =>
      session.run('keys rotate', async (deps, context) => {
        const { newKeyId, secret, expiresAt, position } = await rotateKey(deps, id, overlap, context);
        session.progress(SECRET_SHOWN_ONCE);
        return {
          json: { id: newKeyId, secret, oldId: Number(id), oldExpiresAt: expiresAt },
          change: { position, registersChanged: true },
        };
      }),
    );

  keys
    .command('revoke')
    .description('revoga uma chave')
    .argument('<id>', 'id da chave')
    .action((id: string) =>
      session.run('keys revoke', async (deps, context) => {
        const { position } = await revokeKey(deps, id, context);
        // Also waits when the key was already revoked: the run that revoked it may have been interrupted.
        return { json: { ok: true }, change: { position, registersChanged: true } };
      }),
    );
}

async function keyRows({
  registers,
  queries,
}: OperatorDependencies): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const uses = await queries.keyUses();
  return registers.registers.keys().map((key) => ({
    id: key.keyId,
    name: key.name,
    client: registers.registers.clientById(key.clientId)?.ref ?? '',
    environment: key.environment,
    scopes: key.scopes,
    createdAt: key.issuedAt,
    lastUsedAt: uses.get(key.keyId) ?? null,
    revokedAt: key.revokedAt,
    ...limitsShown({
      ...{ expiresAt: key.expiresAt ?? null, networks: key.networks ?? null },
      companies: key.companyIds?.map((id) => registers.registers.companyById(id)?.cnpj ?? '') ?? null,
    }),
  }));
}

/** Only those that the key has. */
function limitsShown({ expiresAt, companies, networks }: Pick<IssuedKey, 'expiresAt' | 'companies' | 'networks'>) {
  return {
    ...(expiresAt !== null && { expiresAt }),
    ...(companies !== null && { companies }),
    ...(networks !== null && { networks }),
  };
}
