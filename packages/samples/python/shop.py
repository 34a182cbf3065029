"""A shop with one product, on the client for Python. ../README.md says how to run it."""

import html
import http.server
import json
import os
import pathlib
import re
import urllib.parse
import uuid
from decimal import Decimal

from counterfoil import ApiError, Counterfoil, OutcomeUnknownError, WebhookVerificationError, verify_webhook

PORT = int(os.environ.get("PORT", "4000"))
SHOP_URL = os.environ.get("SHOP_URL", f"http://localhost:{PORT}")
SECRET = os.environ["COUNTERFOIL_WEBHOOK_SECRET"]
ORDERS = pathlib.Path("data/orders")
# A file for each paid invoice, by its id. What sends the goods would go through these.
PAID = pathlib.Path("data/paid")
FORM = '<form method="post" action="/orders">Honey, $12.50. Email: <input name="email"> <button>Buy</button></form>'

counterfoil = Counterfoil(
    api_key=os.environ["COUNTERFOIL_API_KEY"], base_url=os.environ["COUNTERFOIL_URL"]
)


def open_invoice(order: dict) -> str:
    """Gives an order its invoice, and returns the payment link.

    Every call sends the same requests under the same key, so that it can be called again whenever the outcome of the
    one before is unknown: there is one invoice at most.
    """
    saved = counterfoil.customers.save_by_external_id(order["email"], name=order["email"], email=order["email"])
    invoice = counterfoil.invoices.create(
        customer_id=saved["customer"]["id"],
        items=[{"title": "Honey, 500 g", "qty": 1, "price": Decimal("12.50")}],
        reference=order["id"],
        redirect_url=f"{SHOP_URL}/orders/{order['id']}",
        webhook_url=f"{SHOP_URL}/webhooks",
        idempotency_key=f"order-{order['id']}",
    )["invoice"]
    save({**order, "invoice_id": invoice["id"], "payment_link": invoice["payment_link"]})
    return invoice["payment_link"]


def fulfil(invoice_id: str) -> None:
    """Webhooks arrive more than once. Only one of them makes the file."""
    try:
        (PAID / invoice_id).touch(exist_ok=False)
    except FileExistsError:
        return
    # The line's end is a part of the text: `print` would add it by a write of its own, and threads mix them.
    print(f"Ship {invoice_id}\n", end="", flush=True)


def save(order: dict) -> None:
    path = ORDERS / f"{order['id']}.json"
    new = path.with_suffix(".new")
    new.write_text(json.dumps(order))
    new.replace(path)


def find(order_id: str) -> "dict | None":
    path = ORDERS / f"{order_id}.json"
    is_id = re.fullmatch(r"[0-9a-f-]{36}", order_id)
    return json.loads(path.read_text()) if is_id and path.exists() else None


class Shop(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        path = urllib.parse.urlsplit(self.path).path
        if path.startswith("/orders/"):
            self.show_order(path[len("/orders/") :])
        else:
            self.page(200, FORM)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path == "/webhooks":
            self.receive_webhook(body)
        elif self.path == "/orders":
            fields = urllib.parse.parse_qs(body.decode())
            self.create_order(fields.get("email", [""])[0])
        else:
            self.page(404, "There is nothing here")

    def create_order(self, email: str) -> None:
        order = {"id": str(uuid.uuid4()), "email": email}
        # Written before the first request: after a crash, the order still knows its key.
        save(order)
        try:
            self.redirect(open_invoice(order))
        except ApiError as error:
            self.page(422, html.escape(str(error)))
        except OutcomeUnknownError:
            self.redirect(f"/orders/{order['id']}")

    def show_order(self, order_id: str) -> None:
        order = find(order_id)
        if order is None:
            self.page(404, "There is no such order")
        elif "invoice_id" not in order:
            try:
                self.redirect(open_invoice(order))
            except ApiError as error:
                self.page(422, html.escape(str(error)))
            except OutcomeUnknownError:
                self.page(503, "Your order is being prepared: reload in a moment")
        elif (PAID / order["invoice_id"]).exists():
            self.page(200, "Paid. Thank you!")
        else:
            self.page(200, f'<a href="{order["payment_link"]}">Pay your order</a>')

    def receive_webhook(self, body: bytes) -> None:
        try:
            webhook = verify_webhook(payload=body, headers=dict(self.headers), secret=SECRET)
        except WebhookVerificationError as error:
            self.page(400, str(error))
            return
        if webhook.invoice and webhook.invoice["status"] == "Paid":
            fulfil(webhook.invoice["id"])
        # What is new to this program gets 200 too: there is nothing more to do.
        self.page(200, "")

    def page(self, status: int, text: str) -> None:
        content = f"<p>{text}</p>\n".encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def redirect(self, location: str) -> None:
        self.send_response(303)
        self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args: object) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    # Webhooks come many at a time.
    request_queue_size = 128


ORDERS.mkdir(parents=True, exist_ok=True)
PAID.mkdir(parents=True, exist_ok=True)
print(f"The shop is open at {SHOP_URL}", flush=True)
Server(("127.0.0.1", PORT), Shop).serve_forever()
