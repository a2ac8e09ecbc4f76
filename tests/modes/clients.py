"""An extension that reports the client of a query."""

from headwater.extensions import ClientOperation, facet_builder


@facet_builder("run")
def who(client: ClientOperation) -> dict[str, object]:
    return {
        "acme_who": {
            "of": [client.server, client.user, client.session, client.operation],
            "tags": list(client.tags),
        }
    }
