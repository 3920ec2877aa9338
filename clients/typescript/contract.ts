// Made from test/golden/openapi.json: UPDATE_GOLDEN=1 with test/clients. Not written by hand.
export interface paths {
  '/api/v1/trial-balances': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lista os balancetes, todas as versões
     * @description Escopo da chave: `trial_balances:read`.
     */
    get: operations['listarBalancetes'];
    put?: never;
    /**
     * Importa o balancete de uma empresa em uma competência
     * @description Escopo da chave: `trial_balances:write`.
     */
    post: operations['importarBalancete'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/trial-balances/arquivo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Importa o balancete do mesmo arquivo que seria enviado na tela
     * @description Escopo da chave: `trial_balances:write`.
     */
    post: operations['importarArquivo'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/trial-balances/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lê uma versão de um balancete
     * @description Escopo da chave: `trial_balances:read`.
     */
    get: operations['lerBalancete'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/trial-balances/{id}/lines': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lista as linhas de um balancete
     * @description Escopo da chave: `trial_balances:read`.
     */
    get: operations['listarLinhas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/companies': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lista as empresas do cliente da chave
     * @description Escopo da chave: `companies:read`.
     */
    get: operations['listarEmpresas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/companies/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lê uma empresa
     * @description Escopo da chave: `companies:read`.
     */
    get: operations['lerEmpresa'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/chart-of-accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lista os planos de contas de uma empresa
     * @description Escopo da chave: `chart_of_accounts:read`.
     */
    get: operations['listarPlanosDeContas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/chart-of-accounts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lê um plano de contas
     * @description Escopo da chave: `chart_of_accounts:read`.
     */
    get: operations['lerPlanoDeContas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/chart-of-accounts/{id}/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lista as contas de um plano de contas
     * @description Escopo da chave: `chart_of_accounts:read`.
     */
    get: operations['listarContas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reconciliations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lista as conciliações com etapa, responsável e prazo
     * @description Escopo da chave: `reconciliations:read`.
     */
    get: operations['listarConciliacoes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reconciliations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lê uma conciliação
     * @description Escopo da chave: `reconciliations:read`.
     */
    get: operations['lerConciliacao'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/graphql': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Consulta somente de leitura: empresas, planosDeContas, contas, balancetes, linhasDoBalancete, conciliacoes
     * @description Escopo da chave: `analytics:read`.
     */
    post: operations['consultar'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Paginacao: {
      /** @description Página atual */
      page: number;
      /** @description Linhas por página */
      limit: number;
      /** @description Total de linhas */
      total: number;
      /** @description Total de páginas; 0 quando a lista está vazia */
      pages: number;
    };
    Erro: {
      /** @constant */
      success: false;
      error: string;
      code?: string;
      erros?: {
        linha: number;
        campo: string;
        contaCodigo: string;
        mensagem: string;
      }[];
      /** @description Só na recusa de um arquivo: como ele foi entendido até ali */
      interpretacao?: {
        /**
         * @description - `csv`: texto separado por vírgula ou ponto e vírgula
         *     - `txt`: texto separado por tabulação ou barra
         *     - `xml`: XML, inclusive planilha do Excel 2003
         *     - `xlsx`: Excel
         *     - `xls`: Excel até 2003
         *     - `html`: tabela HTML, mesmo com outro nome
         *     - `ecd`: escrituração contábil digital do SPED
         * @enum {string}
         */
        formato: 'csv' | 'txt' | 'xml' | 'xlsx' | 'xls' | 'html' | 'ecd';
        codificacao: string | null;
        separador: string | null;
        planilha: string | null;
        /** @description 0 quando o arquivo não tem linha de cabeçalho */
        linhaCabecalho: number;
        colunas: {
          [key: string]: string;
        };
        convencao: string;
        /** @description Títulos das colunas encontradas */
        titulos?: string[];
        /** @description Débitos e créditos somados nas linhas de detalhe */
        totais?: {
          linhas: number;
          debitos: number;
          creditos: number;
        };
        /** @description Linhas cujas contas existem no plano e os primeiros códigos que não existem */
        contas?: {
          linhas: number;
          encontradas: number;
          naoEncontradas: string[];
        };
      };
    };
    ResultadoDaImportacao: {
      /** @description Verdadeiro quando o conteúdo é igual ao da versão atual e nada foi gravado */
      reenvio: boolean;
      /** @description Balancete criado; no reenvio o já existente; nulo em validateOnly sem versão igual */
      trialBalanceId: number | null;
      /** @description Linhas recebidas */
      enviadas: number;
      /** @description Linhas que entraram no balancete */
      importadas: number;
      /** @description Linhas deixadas de fora porque a conta não existe no plano */
      ignoradasForaDoPlano: number;
      /** @description Linhas deixadas de fora porque a conta não participa da conciliação */
      ignoradasQueNaoConciliam: number;
      /** @description Avisos; nunca impedem a importação */
      avisos: string[];
      /** @description Número da versão na competência; nulo em validateOnly sem versão igual */
      versao: number | null;
      /**
       * @description Sinal dos saldos como enviados
       *
       *     - `SINALIZADA`: saldos credores são negativos
       *     - `NATURAL`: o saldo de cada conta é positivo no lado da sua natureza
       * @enum {string}
       */
      convencao: 'SINALIZADA' | 'NATURAL';
      /** @description Só com validateOnly: o que mudaria em relação à versão atual */
      alteracoes?: {
        incluidas: number;
        alteradas: number;
        removidas: number;
      };
      /** @description Só com validateOnly: o que a versão afetaria além das próprias linhas */
      impacto?: {
        /** @description Conciliações enviadas ou aprovadas que voltariam a BALANCE_CHANGED quando a versão fosse liberada, no máximo 200; só para chaves com reconciliations:read */
        conciliacoesAfetadas?: {
          id: number;
          contaCodigo: string;
          /**
           * @description Situação atual
           *
           *     - `PENDING`: Pendente; criada na liberação; ainda não foi atribuída a ninguém
           *     - `NOT_STARTED`: Não iniciada; atribuída; a elaboração não começou
           *     - `IN_ELABORATION`: Em elaboração; o saldo está sendo composto e as diferenças, explicadas
           *     - `AWAITING_DOCUMENTS`: Aguardando documentos; foram pedidos documentos a outra pessoa
           *     - `AWAITING_ADJUSTMENT`: Aguardando ajuste; foi pedido um lançamento de correção no ERP; espera uma nova versão do balancete
           *     - `SUBMITTED_FOR_REVIEW`: Enviada para revisão; elaborada; aguarda que um Revisor a abra
           *     - `IN_REVIEW`: Em revisão; aberta pelo Revisor
           *     - `RETURNED_BY_REVIEW`: Devolvida na revisão; devolvida pelo Revisor, com um comentário
           *     - `SUBMITTED_FOR_APPROVAL`: Aguardando aprovação; revisada, ou enviada direto quando não há Revisor definido
           *     - `IN_APPROVAL`: Em aprovação; aberta pelo Aprovador
           *     - `REJECTED`: Rejeitada; rejeitada pelo Aprovador, com o motivo
           *     - `APPROVED`: Aprovada; aprovada; o trabalho da conta no mês terminou
           *     - `AUTO_APPROVED`: Aprovada automaticamente; uma regra da empresa a aprovou na liberação
           *     - `BALANCE_CHANGED`: Saldo alterado; uma nova versão mudou os valores depois do envio ou da aprovação
           *     - `REOPENED`: Reaberta; reaberta depois de aprovada, com justificativa
           *     - `WAIVED`: Dispensada; não será conciliada neste mês, com justificativa
           * @enum {string}
           */
          status:
            | 'PENDING'
            | 'NOT_STARTED'
            | 'IN_ELABORATION'
            | 'AWAITING_DOCUMENTS'
            | 'AWAITING_ADJUSTMENT'
            | 'SUBMITTED_FOR_REVIEW'
            | 'IN_REVIEW'
            | 'RETURNED_BY_REVIEW'
            | 'SUBMITTED_FOR_APPROVAL'
            | 'IN_APPROVAL'
            | 'REJECTED'
            | 'APPROVED'
            | 'AUTO_APPROVED'
            | 'BALANCE_CHANGED'
            | 'REOPENED'
            | 'WAIVED';
          saldoAtual: number;
          saldoNovo: number;
        }[];
        totalConciliacoesAfetadas?: number;
        /** @description Contas cujo saldo anterior na competência seguinte deixaria de conferir, no máximo 200 */
        continuidade: {
          /** @description Competência seguinte (AAAA-MM) */
          competencia: string;
          contaCodigo: string;
          /** @description Saldo final neste balancete */
          esperado: number;
          /** @description Saldo anterior no balancete da competência seguinte */
          encontrado: number;
        }[];
        totalContinuidade: number;
      };
    };
    RespostaDeResultadoDaImportacao: {
      /** @constant */
      success: true;
      data: components['schemas']['ResultadoDaImportacao'];
    };
    ImportacaoDeBalancete: {
      /** @description Identificador da empresa; informe companyId ou cnpj */
      companyId?: number;
      /** @description CNPJ da empresa, numérico ou alfanumérico, com ou sem máscara */
      cnpj?: string;
      /** @description Competência (AAAA-MM) */
      period: string;
      /** @description Nome do plano de contas a usar */
      chartName: string;
      /** @description As linhas do balancete, de 1 a 20.000 */
      lineItems: {
        /** @description Código da conta */
        accountCode: string;
        /** @description Nome da conta; sem ele vale o do plano de contas */
        accountName?: string;
        /** @description Saldo anterior, no máximo duas casas decimais */
        previousBalance: number;
        /** @description Total de débitos, no máximo duas casas decimais */
        debit: number;
        /** @description Total de créditos, no máximo duas casas decimais */
        credit: number;
        /** @description Saldo final, no máximo duas casas decimais */
        finalBalance: number;
        /** @description Conferido com o da importação */
        cnpj?: string;
        /** @description Conferida com a da importação */
        period?: string;
      }[];
    };
    ResultadoDaImportacaoDeArquivo: {
      /** @description Verdadeiro quando o conteúdo é igual ao da versão atual e nada foi gravado */
      reenvio: boolean;
      /** @description Balancete criado; no reenvio o já existente; nulo em validateOnly sem versão igual */
      trialBalanceId: number | null;
      /** @description Linhas recebidas */
      enviadas: number;
      /** @description Linhas que entraram no balancete */
      importadas: number;
      /** @description Linhas deixadas de fora porque a conta não existe no plano */
      ignoradasForaDoPlano: number;
      /** @description Linhas deixadas de fora porque a conta não participa da conciliação */
      ignoradasQueNaoConciliam: number;
      /** @description Avisos; nunca impedem a importação */
      avisos: string[];
      /** @description Número da versão na competência; nulo em validateOnly sem versão igual */
      versao: number | null;
      /**
       * @description Sinal dos saldos como enviados
       *
       *     - `SINALIZADA`: saldos credores são negativos
       *     - `NATURAL`: o saldo de cada conta é positivo no lado da sua natureza
       * @enum {string}
       */
      convencao: 'SINALIZADA' | 'NATURAL';
      /** @description Só com validateOnly: o que mudaria em relação à versão atual */
      alteracoes?: {
        incluidas: number;
        alteradas: number;
        removidas: number;
      };
      /** @description Só com validateOnly: o que a versão afetaria além das próprias linhas */
      impacto?: {
        /** @description Conciliações enviadas ou aprovadas que voltariam a BALANCE_CHANGED quando a versão fosse liberada, no máximo 200; só para chaves com reconciliations:read */
        conciliacoesAfetadas?: {
          id: number;
          contaCodigo: string;
          /**
           * @description Situação atual
           *
           *     - `PENDING`: Pendente; criada na liberação; ainda não foi atribuída a ninguém
           *     - `NOT_STARTED`: Não iniciada; atribuída; a elaboração não começou
           *     - `IN_ELABORATION`: Em elaboração; o saldo está sendo composto e as diferenças, explicadas
           *     - `AWAITING_DOCUMENTS`: Aguardando documentos; foram pedidos documentos a outra pessoa
           *     - `AWAITING_ADJUSTMENT`: Aguardando ajuste; foi pedido um lançamento de correção no ERP; espera uma nova versão do balancete
           *     - `SUBMITTED_FOR_REVIEW`: Enviada para revisão; elaborada; aguarda que um Revisor a abra
           *     - `IN_REVIEW`: Em revisão; aberta pelo Revisor
           *     - `RETURNED_BY_REVIEW`: Devolvida na revisão; devolvida pelo Revisor, com um comentário
           *     - `SUBMITTED_FOR_APPROVAL`: Aguardando aprovação; revisada, ou enviada direto quando não há Revisor definido
           *     - `IN_APPROVAL`: Em aprovação; aberta pelo Aprovador
           *     - `REJECTED`: Rejeitada; rejeitada pelo Aprovador, com o motivo
           *     - `APPROVED`: Aprovada; aprovada; o trabalho da conta no mês terminou
           *     - `AUTO_APPROVED`: Aprovada automaticamente; uma regra da empresa a aprovou na liberação
           *     - `BALANCE_CHANGED`: Saldo alterado; uma nova versão mudou os valores depois do envio ou da aprovação
           *     - `REOPENED`: Reaberta; reaberta depois de aprovada, com justificativa
           *     - `WAIVED`: Dispensada; não será conciliada neste mês, com justificativa
           * @enum {string}
           */
          status:
            | 'PENDING'
            | 'NOT_STARTED'
            | 'IN_ELABORATION'
            | 'AWAITING_DOCUMENTS'
            | 'AWAITING_ADJUSTMENT'
            | 'SUBMITTED_FOR_REVIEW'
            | 'IN_REVIEW'
            | 'RETURNED_BY_REVIEW'
            | 'SUBMITTED_FOR_APPROVAL'
            | 'IN_APPROVAL'
            | 'REJECTED'
            | 'APPROVED'
            | 'AUTO_APPROVED'
            | 'BALANCE_CHANGED'
            | 'REOPENED'
            | 'WAIVED';
          saldoAtual: number;
          saldoNovo: number;
        }[];
        totalConciliacoesAfetadas?: number;
        /** @description Contas cujo saldo anterior na competência seguinte deixaria de conferir, no máximo 200 */
        continuidade: {
          /** @description Competência seguinte (AAAA-MM) */
          competencia: string;
          contaCodigo: string;
          /** @description Saldo final neste balancete */
          esperado: number;
          /** @description Saldo anterior no balancete da competência seguinte */
          encontrado: number;
        }[];
        totalContinuidade: number;
      };
      interpretacao?: {
        /**
         * @description - `csv`: texto separado por vírgula ou ponto e vírgula
         *     - `txt`: texto separado por tabulação ou barra
         *     - `xml`: XML, inclusive planilha do Excel 2003
         *     - `xlsx`: Excel
         *     - `xls`: Excel até 2003
         *     - `html`: tabela HTML, mesmo com outro nome
         *     - `ecd`: escrituração contábil digital do SPED
         * @enum {string}
         */
        formato: 'csv' | 'txt' | 'xml' | 'xlsx' | 'xls' | 'html' | 'ecd';
        codificacao: string | null;
        separador: string | null;
        planilha: string | null;
        /** @description 0 quando o arquivo não tem linha de cabeçalho */
        linhaCabecalho: number;
        colunas: {
          [key: string]: string;
        };
        convencao: string;
        /** @description Títulos das colunas encontradas */
        titulos?: string[];
        /** @description Débitos e créditos somados nas linhas de detalhe */
        totais?: {
          linhas: number;
          debitos: number;
          creditos: number;
        };
        /** @description Linhas cujas contas existem no plano e os primeiros códigos que não existem */
        contas?: {
          linhas: number;
          encontradas: number;
          naoEncontradas: string[];
        };
      };
    };
    RespostaDeResultadoDaImportacaoDeArquivo: {
      /** @constant */
      success: true;
      data: components['schemas']['ResultadoDaImportacaoDeArquivo'];
    };
    ArquivoDeBalancete: {
      /**
       * Format: binary
       * @description CSV, TXT, XML, XLSX ou XLS de até 50 MB
       */
      file: string;
      /** @description Empresa; informe companyId ou cnpj */
      companyId?: number;
      /** @description CNPJ da empresa, numérico ou alfanumérico, com ou sem máscara */
      cnpj?: string;
      /** @description Competência (AAAA-MM); sem ela vale a coluna Competência do arquivo */
      period?: string;
      /** @description Plano de contas; sem ele vale a coluna Plano de Contas do arquivo */
      chartName?: string;
    };
    Balancete: {
      /** @description Identificador desta versão do balancete */
      id: number;
      /** @description Empresa do balancete */
      empresaId: number;
      /** @description Razão social da empresa */
      empresaNome: string;
      /** @description Competência (AAAA-MM) */
      competencia: string;
      /** @description Número da versão dentro da competência */
      versao: number;
      /**
       * @description Situação desta versão
       *
       *     - `IMPORTED`: a versão mais nova, ainda não liberada
       *     - `RELEASED`: a versão em conciliação
       *     - `SUPERSEDED`: substituída por uma versão mais nova
       * @enum {string}
       */
      status: 'IMPORTED' | 'RELEASED' | 'SUPERSEDED';
      /**
       * Format: date-time
       * @description Quando foi importado (ISO 8601 em UTC)
       */
      importadoEm: string;
      /** @description Nome da chave que importou */
      importadoPor: string;
      /** @description Quantidade de linhas */
      linhas: number;
      /**
       * @description Sinal dos saldos como enviados
       *
       *     - `SINALIZADA`: saldos credores são negativos
       *     - `NATURAL`: o saldo de cada conta é positivo no lado da sua natureza
       * @enum {string}
       */
      convencao: 'SINALIZADA' | 'NATURAL';
    };
    PaginaDeBalancete: {
      data: components['schemas']['Balancete'][];
      pagination: components['schemas']['Paginacao'];
    };
    RespostaDeBalancete: {
      /** @constant */
      success: true;
      data: components['schemas']['Balancete'];
    };
    LinhaDoBalancete: {
      /** @description Balancete da linha */
      balanceteId: number;
      /** @description Empresa do balancete */
      empresaId: number;
      /** @description Competência (AAAA-MM) */
      competencia: string;
      /** @description Código da conta */
      contaCodigo: string;
      /** @description Descrição da conta */
      contaDescricao: string;
      /** @description Saldo anterior em reais */
      saldoAnterior: number;
      /** @description Total de débitos em reais */
      debito: number;
      /** @description Total de créditos em reais */
      credito: number;
      /** @description Saldo final em reais */
      saldoFinal: number;
      /**
       * @description Natureza da conta no plano de contas quando foi importada
       *
       *     - `DEBIT`: o saldo normal é devedor
       *     - `CREDIT`: o saldo normal é credor
       *     - `MIXED`: o saldo pode ser devedor ou credor
       * @enum {string}
       */
      natureza: 'DEBIT' | 'CREDIT' | 'MIXED';
      /** @description Saldo anterior em reais com o devedor positivo e o credor negativo, qualquer que seja a convenção */
      saldoAnteriorDevedor: number;
      /** @description Saldo final em reais com o devedor positivo e o credor negativo, qualquer que seja a convenção */
      saldoFinalDevedor: number;
      /**
       * @description Só com escopo=todas: se a linha entrou no balancete
       *
       *     - `IMPORTADA`: entrou no balancete
       *     - `FORA_DO_PLANO`: não entrou: a conta não existe no plano
       *     - `NAO_CONCILIA`: não entrou: a conta não participa da conciliação
       * @enum {string}
       */
      situacao?: 'IMPORTADA' | 'FORA_DO_PLANO' | 'NAO_CONCILIA';
    };
    PaginaDeLinhaDoBalancete: {
      data: components['schemas']['LinhaDoBalancete'][];
      pagination: components['schemas']['Paginacao'];
    };
    Empresa: {
      /** @description Identificador da empresa; é o companyId das outras rotas */
      id: number;
      /** @description Razão social */
      razaoSocial: string;
      /** @description Nome fantasia */
      nomeFantasia: string;
      /** @description CNPJ sem máscara: 14 caracteres, números ou letras maiúsculas */
      cnpj: string;
      /**
       * @description Regime tributário
       *
       *     - `REAL_PROFIT`: Lucro real
       *     - `PRESUMED_PROFIT`: Lucro presumido
       *     - `ARBITRATED_PROFIT`: Lucro arbitrado
       *     - `SIMPLES_NACIONAL`: Simples Nacional
       *     - `MEI`: microempreendedor individual
       *     - `EXEMPT_IMMUNE`: Imune ou isenta
       * @enum {string}
       */
      regimeTributario:
        'REAL_PROFIT' | 'PRESUMED_PROFIT' | 'ARBITRATED_PROFIT' | 'SIMPLES_NACIONAL' | 'MEI' | 'EXEMPT_IMMUNE';
      /**
       * @description Situação da empresa
       *
       *     - `ACTIVE`: Ativa
       *     - `INACTIVE`: inativa: não aceita importações
       *     - `SUSPENDED`: suspensa: não aceita importações
       * @enum {string}
       */
      status: 'ACTIVE' | 'INACTIVE' | 'SUSPENDED';
      /** @description Identificador da empresa controladora; nulo quando não há */
      empresaControladoraId: number | null;
    };
    PaginaDeEmpresa: {
      data: components['schemas']['Empresa'][];
      pagination: components['schemas']['Paginacao'];
    };
    RespostaDeEmpresa: {
      /** @constant */
      success: true;
      data: components['schemas']['Empresa'];
    };
    PlanoDeContas: {
      /** @description Identificador do plano de contas */
      id: number;
      /** @description Empresa do plano */
      empresaId: number;
      /** @description Nome do plano; é o chartName da importação */
      nome: string;
      /**
       * Format: date
       * @description Início da vigência (AAAA-MM-DD)
       */
      vigenciaInicio: string;
      /** @description Fim da vigência (AAAA-MM-DD); nulo enquanto não há */
      vigenciaFim: string | null;
      /** @description Se o plano está ativo; uma empresa pode ter mais de um plano ativo */
      ativo: boolean;
      /** @description Versão do plano; começa em 1 e cresce a cada alteração */
      versao: number;
    };
    PaginaDePlanoDeContas: {
      data: components['schemas']['PlanoDeContas'][];
      pagination: components['schemas']['Paginacao'];
    };
    RespostaDePlanoDeContas: {
      /** @constant */
      success: true;
      data: components['schemas']['PlanoDeContas'];
    };
    Conta: {
      /** @description Identificador da conta */
      id: number;
      /** @description Plano de contas da conta */
      planoId: number;
      /** @description Empresa da conta */
      empresaId: number;
      /** @description Código da conta */
      codigo: string;
      /** @description Código reduzido */
      codigoReduzido: string;
      /** @description Descrição da conta */
      descricao: string;
      /**
       * @description Analítica ou sintética; conta sintética nunca concilia
       *
       *     - `ANALYTICAL`: analítica: recebe lançamentos
       *     - `SYNTHETIC`: sintética: soma as contas abaixo dela e nunca concilia
       * @enum {string}
       */
      tipo: 'ANALYTICAL' | 'SYNTHETIC';
      /**
       * @description Natureza do saldo da conta
       *
       *     - `DEBIT`: o saldo normal é devedor
       *     - `CREDIT`: o saldo normal é credor
       *     - `MIXED`: o saldo pode ser devedor ou credor
       * @enum {string}
       */
      natureza: 'DEBIT' | 'CREDIT' | 'MIXED';
      /** @description Classificação */
      classificacao: string;
      /** @description Departamento */
      departamento: string;
      /** @description Setor */
      setor: string;
      /** @description Se a conta participa da conciliação; só estas contas entram na importação */
      exigeConciliacao: boolean;
    };
    PaginaDeConta: {
      data: components['schemas']['Conta'][];
      pagination: components['schemas']['Paginacao'];
    };
    Conciliacao: {
      /** @description Identificador da conciliação */
      id: number;
      /** @description Empresa da conciliação */
      empresaId: number;
      /** @description Razão social da empresa */
      empresaNome: string;
      /** @description Competência (AAAA-MM) */
      competencia: string;
      /** @description Identificador da conta */
      contaId: number;
      /** @description Código da conta */
      contaCodigo: string;
      /** @description Descrição da conta */
      contaDescricao: string;
      /**
       * @description Etapa da conciliação (16 estados)
       *
       *     - `PENDING`: Pendente; criada na liberação; ainda não foi atribuída a ninguém
       *     - `NOT_STARTED`: Não iniciada; atribuída; a elaboração não começou
       *     - `IN_ELABORATION`: Em elaboração; o saldo está sendo composto e as diferenças, explicadas
       *     - `AWAITING_DOCUMENTS`: Aguardando documentos; foram pedidos documentos a outra pessoa
       *     - `AWAITING_ADJUSTMENT`: Aguardando ajuste; foi pedido um lançamento de correção no ERP; espera uma nova versão do balancete
       *     - `SUBMITTED_FOR_REVIEW`: Enviada para revisão; elaborada; aguarda que um Revisor a abra
       *     - `IN_REVIEW`: Em revisão; aberta pelo Revisor
       *     - `RETURNED_BY_REVIEW`: Devolvida na revisão; devolvida pelo Revisor, com um comentário
       *     - `SUBMITTED_FOR_APPROVAL`: Aguardando aprovação; revisada, ou enviada direto quando não há Revisor definido
       *     - `IN_APPROVAL`: Em aprovação; aberta pelo Aprovador
       *     - `REJECTED`: Rejeitada; rejeitada pelo Aprovador, com o motivo
       *     - `APPROVED`: Aprovada; aprovada; o trabalho da conta no mês terminou
       *     - `AUTO_APPROVED`: Aprovada automaticamente; uma regra da empresa a aprovou na liberação
       *     - `BALANCE_CHANGED`: Saldo alterado; uma nova versão mudou os valores depois do envio ou da aprovação
       *     - `REOPENED`: Reaberta; reaberta depois de aprovada, com justificativa
       *     - `WAIVED`: Dispensada; não será conciliada neste mês, com justificativa
       * @enum {string}
       */
      status:
        | 'PENDING'
        | 'NOT_STARTED'
        | 'IN_ELABORATION'
        | 'AWAITING_DOCUMENTS'
        | 'AWAITING_ADJUSTMENT'
        | 'SUBMITTED_FOR_REVIEW'
        | 'IN_REVIEW'
        | 'RETURNED_BY_REVIEW'
        | 'SUBMITTED_FOR_APPROVAL'
        | 'IN_APPROVAL'
        | 'REJECTED'
        | 'APPROVED'
        | 'AUTO_APPROVED'
        | 'BALANCE_CHANGED'
        | 'REOPENED'
        | 'WAIVED';
      /** @description Responsável atual; vazio quando ninguém foi definido */
      responsavelNome: string;
      /** @description Papel do responsável atual */
      responsavelPapel: string;
      /**
       * Format: date-time
       * @description Prazo do responsável atual (ISO 8601 em UTC)
       */
      prazo: string;
      /**
       * @description Situação do prazo no momento da leitura (5 estados)
       *
       *     - `ON_TIME`: faltam 24 horas ou mais para o prazo
       *     - `DUE_SOON`: faltam menos de 24 horas
       *     - `OVERDUE`: o prazo passou e a conciliação não terminou
       *     - `COMPLETED_ON_TIME`: aprovada ou dispensada até o prazo do Aprovador
       *     - `COMPLETED_LATE`: aprovada ou dispensada depois dele
       * @enum {string}
       */
      slaStatus: 'ON_TIME' | 'DUE_SOON' | 'OVERDUE' | 'COMPLETED_ON_TIME' | 'COMPLETED_LATE';
      /** @description Saldo contábil em reais */
      saldoContabil: number;
      /** @description Saldo conciliado em reais */
      saldoConciliado: number;
      /** @description Saldo contábil menos saldo conciliado menos ajustes */
      diferenca: number;
      /** @description Soma dos ajustes explicados em reais */
      ajustes: number;
      /**
       * Format: uuid
       * @description Identificador público: o reconciliationId dos webhooks
       */
      reconciliationId: string;
      /** @description Saldo contábil em reais com o devedor positivo e o credor negativo, qualquer que seja a convenção */
      saldoContabilDevedor: number;
    };
    PaginaDeConciliacao: {
      data: components['schemas']['Conciliacao'][];
      pagination: components['schemas']['Paginacao'];
    };
    RespostaDeConciliacao: {
      /** @constant */
      success: true;
      data: components['schemas']['Conciliacao'];
    };
    RespostaGraphQL: {
      /** @description Uma resposta por consulta pedida */
      data: {
        [key: string]: unknown;
      };
      /** @description As consultas recusadas; as demais são respondidas */
      errors?: {
        message: string;
        /** @description Onde, na consulta: linha e coluna, a partir de 1 */
        locations?: {
          line: number;
          column: number;
        }[];
        extensions: {
          code: string;
        };
        path: (string | number)[];
      }[];
    };
    ErroGraphQL: {
      /** @constant */
      success: false;
      error: string;
      code?: string;
      erros?: {
        linha: number;
        campo: string;
        contaCodigo: string;
        mensagem: string;
      }[];
      /** @description Só na recusa de um arquivo: como ele foi entendido até ali */
      interpretacao?: {
        /**
         * @description - `csv`: texto separado por vírgula ou ponto e vírgula
         *     - `txt`: texto separado por tabulação ou barra
         *     - `xml`: XML, inclusive planilha do Excel 2003
         *     - `xlsx`: Excel
         *     - `xls`: Excel até 2003
         *     - `html`: tabela HTML, mesmo com outro nome
         *     - `ecd`: escrituração contábil digital do SPED
         * @enum {string}
         */
        formato: 'csv' | 'txt' | 'xml' | 'xlsx' | 'xls' | 'html' | 'ecd';
        codificacao: string | null;
        separador: string | null;
        planilha: string | null;
        /** @description 0 quando o arquivo não tem linha de cabeçalho */
        linhaCabecalho: number;
        colunas: {
          [key: string]: string;
        };
        convencao: string;
        /** @description Títulos das colunas encontradas */
        titulos?: string[];
        /** @description Débitos e créditos somados nas linhas de detalhe */
        totais?: {
          linhas: number;
          debitos: number;
          creditos: number;
        };
        /** @description Linhas cujas contas existem no plano e os primeiros códigos que não existem */
        contas?: {
          linhas: number;
          encontradas: number;
          naoEncontradas: string[];
        };
      };
      errors?: {
        message: string;
        /** @description Onde, na consulta: linha e coluna, a partir de 1 */
        locations?: {
          line: number;
          column: number;
        }[];
        extensions: {
          code: string;
        };
      }[];
    };
    ConsultaGraphQL: {
      /** @description O texto da consulta */
      query: string;
      /** @description Os valores das variáveis da consulta */
      variables?: {
        [key: string]: unknown;
      } | null;
      /** @description Qual operação executar quando a consulta tem várias */
      operationName?: string | null;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description Identificador desta requisição; informe-o ao suporte */
    'X-Request-Id': string;
    /** @description Chamadas por minuto nesta rota; vem quando a chave foi aceita */
    'X-RateLimit-Limit': number;
    /** @description Chamadas que restam neste minuto; vem quando a chave foi aceita */
    'X-RateLimit-Remaining': number;
    /** @description Quando o minuto, que começou na primeira chamada, termina, em segundos Unix; vem quando a chave foi aceita */
    'X-RateLimit-Reset': number;
    /** @description Segundos a esperar antes de tentar de novo */
    'Retry-After': number;
    /** @description Validador fraco desta página; envie-o em If-None-Match para receber 304 enquanto nada mudar */
    ETag: string;
    /** @description O valor de updatedSince da próxima leitura: nenhuma linha se perde, e uma que já veio pode vir de novo */
    'X-Updated-Until': string;
    /** @description Só em CSV e XLSX: total de linhas da lista */
    'X-Total-Count': number;
    /** @description Só em CSV e XLSX: total de páginas da lista */
    'X-Total-Pages': number;
    /** @description Só em CSV e XLSX: o nome do arquivo */
    'Content-Disposition': string;
    /** @description true quando a chave de idempotência já fez esta chamada: a resposta é a daquela vez */
    'Idempotent-Replayed': 'true';
    /** @description Os métodos que a rota tem */
    Allow: string;
    /** @description Como enviar a chave */
    'WWW-Authenticate': string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listarBalancetes: {
    parameters: {
      query?: {
        /** @description Página, a partir de 1 */
        page?: number;
        /** @description Linhas por página */
        limit?: number;
        /**
         * @description Ordem das linhas: asc, da primeira à última; desc, da última à primeira
         *
         *     - `asc`: em ordem crescente
         *     - `desc`: em ordem decrescente
         */
        order?: 'asc' | 'desc';
        /** @description Somente desta empresa */
        companyId?: number;
        /** @description Somente da empresa deste CNPJ, numérico ou alfanumérico, com ou sem máscara */
        cnpj?: string;
        /** @description Somente desta competência (AAAA-MM) */
        period?: string;
        /** @description Somente desta competência (AAAA-MM) em diante */
        periodFrom?: string;
        /** @description Somente até esta competência (AAAA-MM), inclusive */
        periodTo?: string;
        /** @description true: somente a versão mais nova de cada competência */
        current?: true | false;
        /**
         * @description Somente com este status
         *
         *     - `IMPORTED`: a versão mais nova, ainda não liberada
         *     - `RELEASED`: a versão em conciliação
         *     - `SUPERSEDED`: substituída por uma versão mais nova
         */
        status?: 'IMPORTED' | 'RELEASED' | 'SUPERSEDED';
        /** @description Somente o que mudou nesta data e hora (ISO 8601) ou depois; na próxima leitura envie o valor de X-Updated-Until */
        updatedSince?: string;
      };
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a página for a mesma */
        'If-None-Match'?: string;
        /** @description Em CSV, pt-BR separa por ponto e vírgula e escreve a vírgula decimal */
        'Accept-Language'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Uma página de linhas */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          'X-Total-Pages': components['headers']['X-Total-Pages'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaginaDeBalancete'];
          'text/csv': string;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
        };
      };
      /** @description A página é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  importarBalancete: {
    parameters: {
      query?: {
        /** @description true: só valida e mostra o que mudaria; nada é gravado */
        validateOnly?: 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "cnpj": "11.222.333/0001-81",
         *       "period": "2026-08",
         *       "chartName": "Plano Geral",
         *       "lineItems": [
         *         {
         *           "accountCode": "1.1.01",
         *           "accountName": "Caixa",
         *           "previousBalance": 1000,
         *           "debit": 500.25,
         *           "credit": 200,
         *           "finalBalance": 1300.25
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['ImportacaoDeBalancete'];
      };
    };
    responses: {
      /** @description Reenvio: o conteúdo é igual ao da versão atual e nada foi gravado; ou só validado (validateOnly) */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeResultadoDaImportacao'];
        };
      };
      /** @description Balancete ou nova versão gravada */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeResultadoDaImportacao'];
        };
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A competência não aceita a importação */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Conteúdo grande demais */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Content-Type errado */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  importarArquivo: {
    parameters: {
      query?: {
        /** @description true: só valida e mostra o que mudaria; nada é gravado */
        validateOnly?: 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "file": "balancete.csv",
         *       "companyId": 1,
         *       "period": "2026-08",
         *       "chartName": "Plano Geral"
         *     }
         */
        'multipart/form-data': components['schemas']['ArquivoDeBalancete'];
      };
    };
    responses: {
      /** @description Reenvio: o conteúdo é igual ao da versão atual e nada foi gravado; ou só validado (validateOnly) */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeResultadoDaImportacaoDeArquivo'];
        };
      };
      /** @description Balancete ou nova versão gravada */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeResultadoDaImportacaoDeArquivo'];
        };
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A competência não aceita a importação */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Conteúdo grande demais */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Content-Type errado */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  lerBalancete: {
    parameters: {
      query?: never;
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a linha for a mesma */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Identificador do balancete */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A linha */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeBalancete'];
        };
      };
      /** @description A linha é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  listarLinhas: {
    parameters: {
      query?: {
        /** @description Página, a partir de 1 */
        page?: number;
        /** @description Linhas por página */
        limit?: number;
        /**
         * @description Ordem das linhas: asc, da primeira à última; desc, da última à primeira
         *
         *     - `asc`: em ordem crescente
         *     - `desc`: em ordem decrescente
         */
        order?: 'asc' | 'desc';
        /** @description Somente as linhas desta conta */
        contaCodigo?: string;
        /** @description todas: também as linhas que não entraram no balancete, na ordem do arquivo, cada uma com situacao */
        escopo?: 'todas';
        /** @description Somente o que mudou nesta data e hora (ISO 8601) ou depois; na próxima leitura envie o valor de X-Updated-Until */
        updatedSince?: string;
      };
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a página for a mesma */
        'If-None-Match'?: string;
        /** @description Em CSV, pt-BR separa por ponto e vírgula e escreve a vírgula decimal */
        'Accept-Language'?: string;
      };
      path: {
        /** @description Identificador do balancete */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Uma página de linhas */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          'X-Total-Pages': components['headers']['X-Total-Pages'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaginaDeLinhaDoBalancete'];
          'text/csv': string;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
        };
      };
      /** @description A página é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A competência não aceita a importação */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  listarEmpresas: {
    parameters: {
      query?: {
        /** @description Página, a partir de 1 */
        page?: number;
        /** @description Linhas por página */
        limit?: number;
        /**
         * @description Ordem das linhas: asc, da primeira à última; desc, da última à primeira
         *
         *     - `asc`: em ordem crescente
         *     - `desc`: em ordem decrescente
         */
        order?: 'asc' | 'desc';
        /** @description Somente o que mudou nesta data e hora (ISO 8601) ou depois; na próxima leitura envie o valor de X-Updated-Until */
        updatedSince?: string;
      };
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a página for a mesma */
        'If-None-Match'?: string;
        /** @description Em CSV, pt-BR separa por ponto e vírgula e escreve a vírgula decimal */
        'Accept-Language'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Uma página de linhas */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          'X-Total-Pages': components['headers']['X-Total-Pages'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaginaDeEmpresa'];
          'text/csv': string;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
        };
      };
      /** @description A página é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  lerEmpresa: {
    parameters: {
      query?: never;
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a linha for a mesma */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Identificador da empresa */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A linha */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeEmpresa'];
        };
      };
      /** @description A linha é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  listarPlanosDeContas: {
    parameters: {
      query?: {
        /** @description Somente desta empresa; informe companyId ou cnpj */
        companyId?: number;
        /** @description Somente da empresa deste CNPJ, numérico ou alfanumérico, com ou sem máscara */
        cnpj?: string;
        /** @description Página, a partir de 1 */
        page?: number;
        /** @description Linhas por página */
        limit?: number;
        /**
         * @description Ordem das linhas: asc, da primeira à última; desc, da última à primeira
         *
         *     - `asc`: em ordem crescente
         *     - `desc`: em ordem decrescente
         */
        order?: 'asc' | 'desc';
        /** @description Somente o que mudou nesta data e hora (ISO 8601) ou depois; na próxima leitura envie o valor de X-Updated-Until */
        updatedSince?: string;
      };
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a página for a mesma */
        'If-None-Match'?: string;
        /** @description Em CSV, pt-BR separa por ponto e vírgula e escreve a vírgula decimal */
        'Accept-Language'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Uma página de linhas */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          'X-Total-Pages': components['headers']['X-Total-Pages'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaginaDePlanoDeContas'];
          'text/csv': string;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
        };
      };
      /** @description A página é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  lerPlanoDeContas: {
    parameters: {
      query?: never;
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a linha for a mesma */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Identificador do plano de contas */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A linha */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDePlanoDeContas'];
        };
      };
      /** @description A linha é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  listarContas: {
    parameters: {
      query?: {
        /** @description Página, a partir de 1 */
        page?: number;
        /** @description Linhas por página */
        limit?: number;
        /**
         * @description Ordem das linhas: asc, da primeira à última; desc, da última à primeira
         *
         *     - `asc`: em ordem crescente
         *     - `desc`: em ordem decrescente
         */
        order?: 'asc' | 'desc';
        /** @description Somente desta empresa */
        companyId?: number;
        /** @description Somente da empresa deste CNPJ, numérico ou alfanumérico, com ou sem máscara */
        cnpj?: string;
        /** @description Somente a conta com este código */
        codigo?: string;
        /** @description Somente o que mudou nesta data e hora (ISO 8601) ou depois; na próxima leitura envie o valor de X-Updated-Until */
        updatedSince?: string;
      };
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a página for a mesma */
        'If-None-Match'?: string;
        /** @description Em CSV, pt-BR separa por ponto e vírgula e escreve a vírgula decimal */
        'Accept-Language'?: string;
      };
      path: {
        /** @description Identificador do plano de contas */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Uma página de linhas */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          'X-Total-Pages': components['headers']['X-Total-Pages'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaginaDeConta'];
          'text/csv': string;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
        };
      };
      /** @description A página é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  listarConciliacoes: {
    parameters: {
      query?: {
        /** @description Página, a partir de 1 */
        page?: number;
        /** @description Linhas por página */
        limit?: number;
        /**
         * @description Ordem das linhas: asc, da primeira à última; desc, da última à primeira
         *
         *     - `asc`: em ordem crescente
         *     - `desc`: em ordem decrescente
         */
        order?: 'asc' | 'desc';
        /** @description Somente desta empresa */
        companyId?: number;
        /** @description Somente da empresa deste CNPJ, numérico ou alfanumérico, com ou sem máscara */
        cnpj?: string;
        /** @description Somente desta competência (AAAA-MM) */
        period?: string;
        /**
         * @description Somente com este status
         *
         *     - `PENDING`: Pendente; criada na liberação; ainda não foi atribuída a ninguém
         *     - `NOT_STARTED`: Não iniciada; atribuída; a elaboração não começou
         *     - `IN_ELABORATION`: Em elaboração; o saldo está sendo composto e as diferenças, explicadas
         *     - `AWAITING_DOCUMENTS`: Aguardando documentos; foram pedidos documentos a outra pessoa
         *     - `AWAITING_ADJUSTMENT`: Aguardando ajuste; foi pedido um lançamento de correção no ERP; espera uma nova versão do balancete
         *     - `SUBMITTED_FOR_REVIEW`: Enviada para revisão; elaborada; aguarda que um Revisor a abra
         *     - `IN_REVIEW`: Em revisão; aberta pelo Revisor
         *     - `RETURNED_BY_REVIEW`: Devolvida na revisão; devolvida pelo Revisor, com um comentário
         *     - `SUBMITTED_FOR_APPROVAL`: Aguardando aprovação; revisada, ou enviada direto quando não há Revisor definido
         *     - `IN_APPROVAL`: Em aprovação; aberta pelo Aprovador
         *     - `REJECTED`: Rejeitada; rejeitada pelo Aprovador, com o motivo
         *     - `APPROVED`: Aprovada; aprovada; o trabalho da conta no mês terminou
         *     - `AUTO_APPROVED`: Aprovada automaticamente; uma regra da empresa a aprovou na liberação
         *     - `BALANCE_CHANGED`: Saldo alterado; uma nova versão mudou os valores depois do envio ou da aprovação
         *     - `REOPENED`: Reaberta; reaberta depois de aprovada, com justificativa
         *     - `WAIVED`: Dispensada; não será conciliada neste mês, com justificativa
         */
        status?:
          | 'PENDING'
          | 'NOT_STARTED'
          | 'IN_ELABORATION'
          | 'AWAITING_DOCUMENTS'
          | 'AWAITING_ADJUSTMENT'
          | 'SUBMITTED_FOR_REVIEW'
          | 'IN_REVIEW'
          | 'RETURNED_BY_REVIEW'
          | 'SUBMITTED_FOR_APPROVAL'
          | 'IN_APPROVAL'
          | 'REJECTED'
          | 'APPROVED'
          | 'AUTO_APPROVED'
          | 'BALANCE_CHANGED'
          | 'REOPENED'
          | 'WAIVED';
        /**
         * @description Somente com esta situação do prazo no momento da leitura
         *
         *     - `ON_TIME`: faltam 24 horas ou mais para o prazo
         *     - `DUE_SOON`: faltam menos de 24 horas
         *     - `OVERDUE`: o prazo passou e a conciliação não terminou
         *     - `COMPLETED_ON_TIME`: aprovada ou dispensada até o prazo do Aprovador
         *     - `COMPLETED_LATE`: aprovada ou dispensada depois dele
         */
        slaStatus?: 'ON_TIME' | 'DUE_SOON' | 'OVERDUE' | 'COMPLETED_ON_TIME' | 'COMPLETED_LATE';
        /** @description Somente com este nome em responsavelNome */
        responsavel?: string;
        /** @description Somente o que mudou nesta data e hora (ISO 8601) ou depois; na próxima leitura envie o valor de X-Updated-Until */
        updatedSince?: string;
      };
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a página for a mesma */
        'If-None-Match'?: string;
        /** @description Em CSV, pt-BR separa por ponto e vírgula e escreve a vírgula decimal */
        'Accept-Language'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Uma página de linhas */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          'X-Total-Pages': components['headers']['X-Total-Pages'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaginaDeConciliacao'];
          'text/csv': string;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
        };
      };
      /** @description A página é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'X-Updated-Until': components['headers']['X-Updated-Until'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  lerConciliacao: {
    parameters: {
      query?: never;
      header?: {
        /** @description O ETag de uma leitura anterior: 304 enquanto a linha for a mesma */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Identificador da conciliação */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A linha */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaDeConciliacao'];
        };
      };
      /** @description A linha é a do ETag enviado */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Não existe para este cliente */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erro'];
        };
      };
    };
  };
  consultar: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "query": "query ($period: String) { balancetes(period: $period) { data { id competencia status linhas } } }",
         *       "variables": {
         *         "period": "2026-08"
         *       }
         *     }
         */
        'application/json': components['schemas']['ConsultaGraphQL'];
      };
    };
    responses: {
      /** @description As linhas pedidas; consultas recusadas vêm em errors */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RespostaGraphQL'];
        };
      };
      /** @description Campo, parâmetro ou conteúdo errado */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Chave ausente, inválida ou revogada */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description A chave não tem o escopo ou a empresa não pode ser usada */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Método não permitido */
      405: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Allow: components['headers']['Allow'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description A requisição demorou demais */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Conteúdo grande demais */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Endereço longo demais */
      414: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Content-Type errado */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Expect não atendido */
      417: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Limite de chamadas excedido */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Cabeçalhos grandes demais */
      431: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Erro interno */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
      /** @description Serviço temporariamente indisponível */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErroGraphQL'];
        };
      };
    };
  };
}
