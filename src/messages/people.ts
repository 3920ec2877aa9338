// People in Portuguese: erased names and unknown users.

/** Shown instead of an erased name. */
export const PERSON_REMOVED = 'Pessoa removida';

export const userNotFound = (email: string): string => `Usuário não encontrado: ${email}`;

export const OPERATOR_ONLY = 'Este comando é exclusivo do operador: repita sem --as';

export const NO_ROLES = 'Marque ao menos um papel: nada foi gravado.';

export const OWN_ADMINISTRATOR =
  'Você não pode tirar de si o papel de Administrador do módulo: peça a outro Administrador. Nada foi gravado.';
export const OWN_ACCESS = 'Você não pode desativar o seu próprio acesso: peça a outro Administrador do módulo.';
export const WHAT_DEACTIVATING_DOES =
  'Todos os papéis terminam e as sessões são encerradas. O que a pessoa fez continua no histórico com o nome dela, e o que ' +
  'espera por ela fica sem responsável com o papel: atribua a outra pessoa. Para reativar, dê papéis a ela de novo.';

export const deactivateQuestion = (name: string): string => `Desativar o acesso de ${name}?`;

/** A form that did not begin with the roles the person has. */
export const otherRoles = (name: string): string =>
  `${name} já está nos cadastros, com os papéis marcados abaixo: nada foi gravado. Confira-os e salve de novo.`;
