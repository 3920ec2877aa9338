// `keys issue`, `keys list`, `keys revoke`. The secret is printed once, by `issue`, and never again.
import type { Command } from 'commander';
import { issueKey, revokeKey } from '../../commands/keys/apiKeys.js';
import { scopes, type Scope } from '../../domain/apiKeys/events.js';
import { filled, scopeList } from '../arguments.js';
import type { Session } from '../session.js';
import type { OperatorDependencies } from '../dependencies.js';

type IssueOptions = Readonly<{ client: string; name: string; scopes: readonly Scope[] }>;

export function registerKeys(program: Command, session: Session): void {
  const keys = program.command('keys').description('Chaves de API');

  keys
    .command('issue')
    .description('emite uma chave e mostra o segredo uma única vez')
    .requiredOption('--client <ref>', 'cliente dono da chave', filled)
    .requiredOption('--name <nome>', 'nome do sistema que usa a chave', filled)
    .requiredOption('--scopes <escopos>', `separados por vírgula: ${scopes.join(', ')}`, scopeList)
    .action((options: IssueOptions) =>
      session.run('keys issue', async (deps, context) => {
        const command = { clientRef: options.client, name: options.name, scopes: options.scopes };
        const issued = await issueKey(deps, command, context);
        session.progress('Guarde o segredo agora: ele não será mostrado novamente.');
        return {
          json: {
            id: issued.keyId,
            name: issued.name,
            client: issued.clientRef,
            scopes: issued.scopes,
            secret: issued.secret,
          },
          change: { position: issued.position, registersChanged: true },
        };
      }),
    );

  keys
    .command('list')
    .description('lista as chaves de todos os clientes, com o último uso')
    .action(() => session.run('keys list', async (deps) => ({ json: await keyRows(deps) })));

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

async function keyRows({ registers, queries }: OperatorDependencies): Promise<readonly object[]> {
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
  }));
}
