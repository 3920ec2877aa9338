// Importa um arquivo e lê as linhas gravadas. Só com a biblioteca padrão (.NET 8 ou mais novo).
//
//     ENDERECO=http://127.0.0.1:3000 CHAVE=service_test_… dotnet run -- balancete.xls CNPJ COMPETENCIA PLANO
//
// O CNPJ pode ter letras e vai com ou sem máscara.
using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;

const int Tentativas = 20;

using var http = new HttpClient
{
    BaseAddress = new Uri(Environment.GetEnvironmentVariable("ENDERECO") ?? "http://127.0.0.1:3000"),
    Timeout = TimeSpan.FromMinutes(5),
};
http.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("CHAVE"));

if (args is not [var arquivo, var cnpj, var competencia, var plano])
{
    Console.Error.WriteLine("uso: dotnet run -- ARQUIVO CNPJ COMPETENCIA PLANO");
    return 2;
}

var bytes = await File.ReadAllBytesAsync(arquivo);
using var importado = await Chamar(() => new HttpRequestMessage(HttpMethod.Post, "/api/v1/trial-balances/arquivo")
{
    Content = new MultipartFormDataContent
    {
        { new StringContent(cnpj), "cnpj" },
        { new StringContent(competencia), "period" },
        { new StringContent(plano), "chartName" },
        { new ByteArrayContent(bytes), "file", "balancete" },
    },
});
var resultado = importado.RootElement.GetProperty("data");
var situacao = resultado.GetProperty("reenvio").GetBoolean() ? "reenvio" : "gravado";
Console.WriteLine($"{situacao} {resultado.GetProperty("importadas")} linhas");
foreach (var aviso in resultado.GetProperty("avisos").EnumerateArray()) Console.WriteLine($"aviso: {aviso}");

var rota = $"/api/v1/trial-balances/{resultado.GetProperty("trialBalanceId")}/lines?page=1&limit=100";
using var pagina = await Chamar(() => new HttpRequestMessage(HttpMethod.Get, rota));
var linhas = pagina.RootElement.GetProperty("data");
foreach (var linha in linhas.EnumerateArray().Take(3))
{
    var saldo = linha.GetProperty("saldoFinal").GetDecimal().ToString("F2", CultureInfo.InvariantCulture);
    Console.WriteLine($"{linha.GetProperty("contaCodigo").GetString()} {saldo}");
}
Console.WriteLine($"{linhas.GetArrayLength()} de {pagina.RootElement.GetProperty("pagination").GetProperty("total")}");
return 0;

// Envia um pedido e devolve o JSON. Com 429 ou 503, aguarda o que Retry-After pede e envia outro igual.
async Task<JsonDocument> Chamar(Func<HttpRequestMessage> pedido)
{
    for (var tentativa = 1; ; tentativa++)
    {
        using var resposta = await http.SendAsync(pedido());
        var texto = await resposta.Content.ReadAsStringAsync();
        if (resposta.IsSuccessStatusCode) return JsonDocument.Parse(texto);
        var passa = resposta.StatusCode is HttpStatusCode.TooManyRequests or HttpStatusCode.ServiceUnavailable;
        if (!passa || tentativa == Tentativas)
        {
            var id = resposta.Headers.TryGetValues("X-Request-Id", out var ids) ? string.Join(",", ids) : "";
            throw new HttpRequestException($"HTTP {(int)resposta.StatusCode}, X-Request-Id {id}: {texto}");
        }
        await Task.Delay(resposta.Headers.RetryAfter?.Delta ?? TimeSpan.FromSeconds(5));
    }
}
