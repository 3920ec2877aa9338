// Why a start failed, in Portuguese: a log of another deployment, or an address or folder that the system refused.
import type { DeploymentRefusal } from '../domain/deployment/refusals.js';

/** Node's error of a system call. */
type SystemError = Readonly<{ code?: string; syscall?: string; path?: string; address?: string; port?: number }>;

/** `isConfiguration`: a wrong variable, so restarting without a change fails again. */
export type StartFailure = Readonly<{ sentence: string; isConfiguration: boolean }>;

export function wrongDeploymentSentence({ differs, recorded, configured }: DeploymentRefusal): string {
  return differs === 'environment'
    ? `O log é do ambiente ${recorded} e a configuração pede ${configured}`
    : 'O log foi criado com outra chave de segredos (SECRETS_KEY)';
}

/** @returns null for an error that does not concern an address or a folder */
export function systemFailure(error: unknown): StartFailure | null {
  if (!(error instanceof Error)) return null;
  const systemError = error as Error & SystemError;
  const { code = '', syscall, path } = systemError;
  if (syscall === 'listen' || syscall === 'getaddrinfo') return addressFailure(systemError);
  if (path === undefined) return null;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return { sentence: `Não há espaço em disco para ${path}`, isConfiguration: false };
    case 'EEXIST':
    case 'ENOTDIR':
      return { sentence: `${path} não é uma pasta: confira DATA_DIR`, isConfiguration: true };
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
      return { sentence: `Não é possível gravar em ${path} (${code}): confira DATA_DIR`, isConfiguration: true };
    default:
      return null;
  }
}

function addressFailure({ code, address, port }: SystemError): StartFailure | null {
  switch (code) {
    case 'EADDRINUSE':
      return {
        sentence: `O endereço ${address}:${port} já está em uso: confira PORT e ADMIN_PORT`,
        isConfiguration: false,
      };
    case 'EACCES':
      return {
        sentence: `Sem permissão para abrir a porta ${port}: confira PORT e ADMIN_PORT`,
        isConfiguration: true,
      };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { sentence: 'O endereço não é desta máquina: confira HOST', isConfiguration: true };
    default:
      return null;
  }
}
