// What `operator` alone says where the data folder holds nothing yet.

/** @param dataDir the folder without a store */
export function firstSteps(dataDir: string): string {
  return `Uso: operator [opções] [comando]

Ainda não há dados em ${dataDir} (DATA_DIR). Para começar:

  1. Cadastre o cliente, as empresas e os planos de contas. fixtures/registers.json é um exemplo:
       operator apply CADASTROS.json

  2. Emita uma chave para o sistema que vai usar a API. O segredo aparece uma única vez:
       operator keys issue --client REF --name 'Meu ERP' --scopes trial_balances:write,trial_balances:read

  3. Inicie o serviço:
       npm start

  4. Convide o primeiro Administrador do módulo, um dos usuários do arquivo (\`"roles": [{ "role": "MODULE_ADMIN" }]\`), para
     o console. Ele abre o link, cria a senha e trabalha em http://127.0.0.1:3000/console:
       operator users invite EMAIL

Na pasta do projeto, operator é npm run -s operator --, ou npx operator.
Uma cópia de segurança é restaurada aqui com operator restore. Todos os comandos: operator --help
`;
}

/** @param command ready to paste */
export const nextStep = (command: string): string => `Próximo passo, com o serviço iniciado:\noperator ${command}`;

/** @param path of a mapping to fill in */
export const skeletonWritten = (path: string): string =>
  `Em ${path} estão os campos por preencher e os títulos encontrados no arquivo: complete-os e use mapping set`;
