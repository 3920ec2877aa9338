"""What must hold of every answer to a GraphQL query: it ran or was refused, and each refusal has a sentence and a code."""

import schemathesis


@schemathesis.check
def refused_with_a_code(ctx, response, case):
    assert response.status_code in (200, 400), response.status_code
    body = response.json()
    assert "data" in body or body["success"] is False
    for error in body.get("errors", []):
        assert error["message"] and error["extensions"]["code"].isupper(), error
        assert error["extensions"]["code"] != "ERRO_INTERNO"
