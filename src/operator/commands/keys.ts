// `keys issue`, `keys list`, `keys rotate`, `keys revoke`. A secret is printed once and never again.
import { issueKey, revokeKey, rotateKey, type IssuedKey } from '../../commands/keys/apiKeys.js';
import { scopes } from '../../domain/apiKeys.js';
import { cnpjList, duration, filled, instant, networkList, scopeList } from '../arguments.js';
import { argument, command, listCommand, optional, required } from '../command.js';
import type { OperatorDependencies } from '../dependencies.js';

const SECRET_SHOWN_ONCE = 'Guarde o segredo agora: ele não será mostrado novamente.';

const issue = command({
  name: 'keys issue',
  says: 'emite uma chave e mostra o segredo uma única vez',
  roles: 'operator',
  changes: true,
  examples: [
    "keys issue --client acme --name 'Meu ERP' --scopes trial_balances:write,trial_balances:read",
    'keys issue --client acme --name BI --scopes analytics:read --json',
  ],
  takes: {
    client: required('<ref>', 'cliente dono da chave', filled),
    name: required('<nome>', 'nome do sistema que usa a chave', filled),
    scopes: required('<escopos>', `separados por vírgula: ${scopes.join(', ')}`, scopeList),
    expires: optional('<data>', 'último dia em que vale (AAAA-MM-DD), ou um instante ISO 8601', instant('end')),
    companies: optional('<cnpjs>', 'vale só para estas empresas, separadas por vírgula', cnpjList),
    networks: optional('<redes>', 'vale só a partir destas redes CIDR, separadas por vírgula', networkList),
  },
  async run({ client: clientRef, expires: expiresAt, ...options }, deps, running) {
    const issued = await issueKey(deps, { ...options, clientRef, expiresAt }, running);
    running.progress(SECRET_SHOWN_ONCE);
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
  },
});

const list = listCommand({
  name: 'keys list',
  says: 'lista as chaves de todos os clientes, com o último uso',
  roles: 'operator',
  examples: ['keys list'],
  first: ['id', 'name', 'client', 'lastUsedAt', 'revokedAt', 'scopes'],
  rows: (_, deps) => keyRows(deps),
});

const rotate = command({
  name: 'keys rotate',
  says: 'emite outra chave com o mesmo nome, escopos e limites; a atual ainda vale pelo tempo de --overlap',
  roles: 'operator',
  changes: true,
  examples: ['keys rotate 3 --overlap 24h'],
  takes: {
    id: argument('<id>', 'id da chave'),
    overlap: required(
      '<tempo>',
      'por quanto tempo a chave atual ainda vale: 90m, 24h, 7d (0h: encerra já)',
      duration,
    ),
  },
  async run({ id, overlap }, deps, running) {
    const { newKeyId, secret, expiresAt, position } = await rotateKey(deps, id, overlap, running);
    running.progress(SECRET_SHOWN_ONCE);
    return {
      json: { id: newKeyId, secret, oldId: Number(id), oldExpiresAt: expiresAt },
      change: { position, registersChanged: true },
    };
  },
});

const revoke = command({
  name: 'keys revoke',
  says: 'revoga uma chave',
  roles: 'operator',
  changes: true,
  examples: ['keys revoke 3'],
  takes: { id: argument('<id>', 'id da chave') },
  async run({ id }, deps, running) {
    const { position } = await revokeKey(deps, id, running);
    // Also waits when the key was already revoked: the run that revoked it may have been interrupted.
    return { json: { ok: true }, change: { position, registersChanged: true } };
  },
});

export const commands = [issue, list, rotate, revoke];

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
      expiresAt: key.expiresAt ?? null,
      networks: key.networks ?? null,
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
