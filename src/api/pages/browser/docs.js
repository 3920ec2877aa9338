// The page of the contract: Swagger UI over the documents of this very service.
/* global SwaggerUIBundle */
import { translate } from './translate.js';

const DOCUMENTS = { api: '/api/v1/docs-json', webhooks: '/v1/docs-json' };
const asked = new URLSearchParams(location.search).get('documento') ?? 'api';
const chosen = asked in DOCUMENTS ? asked : 'api';
for (const link of document.querySelectorAll('nav a[data-document]'))
  if (link.dataset.document === chosen) link.setAttribute('aria-current', 'page');

/** Parts of a form begin empty: as samples of their types (`0`, `string`) they would be sent, and refused. */
const emptyParts = {
  afterLoad() {
    const sampleOf = this.fn.getSampleSchema;
    this.fn.getSampleSchema = (schema, type, ...more) => (type === false ? '' : sampleOf(schema, type, ...more));
  },
};

const ui = SwaggerUIBundle({
  url: DOCUMENTS[chosen],
  dom_id: '#tool',
  deepLinking: true,
  docExpansion: 'list',
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  // The key lives as long as the page does.
  persistAuthorization: false,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [emptyParts],
});

const key = document.querySelector('#key');
const state = document.querySelector('#state');
document.querySelector('#access').addEventListener('submit', (event) => {
  event.preventDefault();
  const secret = key.value.trim();
  if (secret === '') ui.authActions.logout(['bearer']);
  else ui.preauthorizeApiKey('bearer', secret);
  state.textContent = secret === '' ? 'sem chave' : 'chave em uso nesta página';
});

translate({
  Authorize: 'Autorizar',
  authorize: 'Autorizar',
  Authorized: 'Autorizado',
  'Available authorizations': 'Formas de enviar a chave',
  Logout: 'Remover',
  Close: 'Fechar',
  Cancel: 'Cancelar',
  Reset: 'Restaurar',
  Clear: 'Limpar',
  Execute: 'Enviar',
  'Try it out': 'Experimentar',
  Parameters: 'Parâmetros',
  'No parameters': 'Sem parâmetros',
  Name: 'Nome',
  'Name:': 'Nome:',
  'In:': 'Em:',
  'Value:': 'Valor:',
  'Username:': 'Usuário:',
  'Password:': 'Senha:',
  header: 'cabeçalho',
  Description: 'Descrição',
  'Request body': 'Corpo da requisição',
  Required: 'Obrigatório',
  required: 'obrigatório',
  Responses: 'Respostas',
  Response: 'Resposta',
  'Response body': 'Corpo da resposta',
  'Response headers': 'Cabeçalhos da resposta',
  'Response content type': 'Tipo da resposta',
  'Server response': 'Resposta do serviço',
  'Request URL': 'URL da requisição',
  'Request duration': 'Duração da requisição',
  Servers: 'Servidores',
  Server: 'Servidor',
  Code: 'Código',
  Details: 'Detalhes',
  Links: 'Links',
  'No links': 'Sem links',
  Headers: 'Cabeçalhos',
  'Headers:': 'Cabeçalhos:',
  Type: 'Tipo',
  Example: 'Exemplo',
  Examples: 'Exemplos',
  'Examples:': 'Exemplos:',
  'Example Value': 'Exemplo',
  'Example Description': 'Descrição do exemplo',
  Schema: 'Esquema',
  Schemas: 'Esquemas',
  Model: 'Modelo',
  Models: 'Modelos',
  'Media type': 'Tipo de conteúdo',
  Controls: 'Define o cabeçalho',
  'header.': 'da requisição.',
  'Edit Value': 'Editar',
  Edit: 'Editar',
  Value: 'Valor',
  Default: 'Padrão',
  'Enum:': 'Valores:',
  Enum: 'Valores',
  Items: 'Itens',
  'Any of': 'Qualquer destes',
  'One of': 'Um destes',
  'Property names': 'Nomes das propriedades',
  'Additional properties': 'Outras propriedades',
  'Apply credentials': 'Usar esta chave',
  'Basic authorization': 'Autorização básica',
  'Remove authorization': 'Remover a chave',
  Errors: 'Erros',
  Hide: 'Ocultar',
  Show: 'Mostrar',
  'Required field is not provided': 'Falta um campo obrigatório',
  'Value must be an integer': 'O valor deve ser um número inteiro',
  'Value must be a string': 'O valor deve ser um texto',
  'Failed to fetch': 'A chamada não chegou ao serviço',
  'Request content type': 'Tipo do corpo da requisição',
  'Copy cURL command to clipboard': 'Copiar o comando',
  'Copy code to clipboard': 'Copiar',
  'Copy path to clipboard': 'Copiar o caminho',
  'Send empty value': 'Enviar vazio',
  Download: 'Baixar',
  'Download file': 'Baixar o arquivo',
  'Copy to clipboard': 'Copiar',
  Loading: 'Carregando',
  'Loading...': 'Carregando…',
  LOADING: 'Carregando',
  Undocumented: 'Fora do contrato',
  'Failed to load API definition.': 'O contrato não pôde ser carregado.',
  'Expand all': 'Expandir tudo',
  'Collapse all': 'Recolher tudo',
  'Default value': 'Valor padrão',
  'Available values': 'Valores possíveis',
  'Expand operation': 'Expandir a operação',
  'Collapse operation': 'Recolher a operação',
});
