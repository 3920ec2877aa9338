"""Importa um arquivo e lê as linhas gravadas. Só com a biblioteca padrão (Python 3.10 ou mais novo).

    ENDERECO=http://127.0.0.1:3000 CHAVE=service_test_… python3 importar.py balancete.xls CNPJ COMPETENCIA PLANO

O CNPJ pode ter letras e vai com ou sem máscara.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

ENDERECO = os.environ.get("ENDERECO", "http://127.0.0.1:3000")
CHAVE = os.environ.get("CHAVE", "")
TENTATIVAS = 20


def chamar(metodo: str, rota: str, corpo: bytes | None = None, tipo: str | None = None) -> dict:
    """Envia um pedido e devolve o JSON. Com 429 ou 503, aguarda o que Retry-After pede e tenta de novo."""
    pedido = urllib.request.Request(ENDERECO + rota, data=corpo, method=metodo)
    pedido.add_header("Authorization", f"Bearer {CHAVE}")
    if tipo is not None:
        pedido.add_header("Content-Type", tipo)
    for tentativa in range(1, TENTATIVAS + 1):
        try:
            with urllib.request.urlopen(pedido, timeout=300) as resposta:
                return json.load(resposta)
        except urllib.error.HTTPError as erro:
            if erro.code not in (429, 503) or tentativa == TENTATIVAS:
                recusa = erro.read().decode("utf-8", "replace")
                sys.exit(f"HTTP {erro.code}, X-Request-Id {erro.headers.get('X-Request-Id')}: {recusa}")
            time.sleep(int(erro.headers.get("Retry-After", "5")))
    raise AssertionError


def importar(arquivo: str, **campos: str) -> dict:
    """O resultado da importação; `reenvio` é verdadeiro se o conteúdo já estava gravado."""
    limite = uuid.uuid4().hex
    partes = [
        f'--{limite}\r\nContent-Disposition: form-data; name="{nome}"\r\n\r\n{valor}\r\n'.encode()
        for nome, valor in campos.items()
    ]
    nome = os.path.basename(arquivo).replace('"', "")
    partes.append(
        f'--{limite}\r\nContent-Disposition: form-data; name="file"; filename="{nome}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n".encode()
    )
    with open(arquivo, "rb") as conteudo:
        partes.append(conteudo.read())
    partes.append(f"\r\n--{limite}--\r\n".encode())
    tipo = f"multipart/form-data; boundary={limite}"
    return chamar("POST", "/api/v1/trial-balances/arquivo", b"".join(partes), tipo)["data"]


def pagina(rota: str, **filtros: object) -> dict:
    """Uma página de uma lista: `data` e `pagination`."""
    return chamar("GET", f"{rota}?{urllib.parse.urlencode(filtros)}")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit("uso: python3 importar.py ARQUIVO CNPJ COMPETENCIA PLANO")
    arquivo, cnpj, competencia, plano = sys.argv[1:]
    resultado = importar(arquivo, cnpj=cnpj, period=competencia, chartName=plano)
    print("reenvio" if resultado["reenvio"] else "gravado", resultado["importadas"], "linhas")
    for aviso in resultado["avisos"]:
        print("aviso:", aviso)

    lida = pagina(f"/api/v1/trial-balances/{resultado['trialBalanceId']}/lines", page=1, limit=100)
    for linha in lida["data"][:3]:
        print(linha["contaCodigo"], f"{linha['saldoFinal']:.2f}")
    print(len(lida["data"]), "de", lida["pagination"]["total"])
