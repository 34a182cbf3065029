"""Run by counterfoil.test.ts, or by `python3 -m unittest counterfoil_test` in this folder."""

import base64
import datetime
import hashlib
import hmac
import http.server
import json
import threading
import unittest
from decimal import Decimal

import counterfoil as module
from counterfoil import (
    ApiConnectionError,
    ApiError,
    Counterfoil,
    InsufficientBalanceError,
    OutcomeUnknownError,
    Pages,
    WebhookVerificationError,
    verify_webhook,
)

SUCCESS = {"body": {"status": "success", "payout": {"id": "p"}, "invoice": {"id": "i"}}}


def refusal(status, code, retry, **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    link = f'<https://pay.example.com/docs/errors/{code}>; rel="help"'
    return {
        "status": status,
        "headers": {"Counterfoil-Error": code, "Counterfoil-Retry": retry, "Link": link, **named},
        "body": {"error": f"The message of {code}"},
    }


UNKNOWN = [
    "lost",
    "cut",
    {"status": 502, "body": "<html>"},
    {"status": 504, "body": {"error": "upstream timed out"}},
    {"status": 200, "body": '{"status":"succ'},
    {"status": 200, "body": {"ok": True}},
    refusal(500, "internal_error", "same-key"),
    refusal(409, "idempotency_key_in_progress", "same-key"),
]


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        server = self.server
        server.received.append((self.command, self.path, self.headers, body))
        reply = server.script.pop(0) if len(server.script) > 1 else server.script[0]
        if reply == "lost":
            self.close_connection = True
            return
        if reply == "cut":
            self.send_response(201)
            self.send_header("Content-Length", "500")
            self.end_headers()
            self.wfile.write(b'{"status":"success","payout":{"id":"p"')
            self.close_connection = True
            return
        if reply == "silent":
            server.release.wait(5)
            return
        content = reply.get("body", {"status": "success"})
        text = content.encode() if isinstance(content, str) else json.dumps(content).encode()
        self.send_response(reply.get("status", 200))
        headers = {"X-Request-Id": "req-12345678", **reply.get("headers", {})}
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PATCH = do_DELETE = answer

    def log_message(self, *args):
        pass


class ClientTest(unittest.TestCase):
    def setUp(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.received = []
        self.server.release = threading.Event()
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def tearDown(self):
        self.server.release.set()
        self.server.shutdown()
        self.server.server_close()

    def client(self, *script, **settings):
        self.server.script = list(script)
        url = f"http://127.0.0.1:{self.server.server_port}/"
        return Counterfoil(**{"api_key": "cf_test_key", "base_url": url, "backoff": 0.001, **settings})

    def pay(self, client, **options):
        return client.payouts.create("c", bank_account_id="b", amount=Decimal("25.50"), **options)

    def keys(self):
        return [headers.get("Idempotency-Key") for _, _, headers, _ in self.server.received]

    def test_a_request_has_its_key_in_a_header_and_its_fields_as_json(self):
        client = self.client({"status": 201, **SUCCESS})
        client.invoices.create(email="zoë@example.com", amount=Decimal("5.10"), due_date=datetime.date(2026, 4, 1))
        method, path, headers, body = self.server.received[0]
        self.assertEqual([method, path], ["POST", "/api/v2/invoice"])
        self.assertEqual(headers["Authorization"], "Bearer cf_test_key")
        self.assertEqual(headers["User-Agent"], f"counterfoil-python/{module.VERSION}")
        self.assertEqual(
            json.loads(body), {"email": "zoë@example.com", "amount": "5.10", "due_date": "2026-04-01"}
        )

    def test_each_call_has_an_idempotency_key_of_its_own_or_yours(self):
        client = self.client(SUCCESS)
        self.pay(client)
        self.pay(client)
        self.pay(client, idempotency_key="payout-42")
        client.invoices.get("i/../x")
        first, second, *others = self.keys()
        self.assertEqual(len(first), 36)
        self.assertNotEqual(first, second)
        self.assertEqual(others, ["payout-42", None])
        self.assertEqual(self.server.received[3][1], "/api/v2/invoice/i%2F..%2Fx")

    def test_an_empty_id_or_key_is_never_sent(self):
        client = self.client(SUCCESS)
        with self.assertRaisesRegex(ValueError, "invoice_id must not be empty"):
            client.invoices.get("")
        with self.assertRaisesRegex(ValueError, "idempotency_key must not be empty"):
            self.pay(client, idempotency_key=" ")
        self.assertEqual(self.server.received, [])

    def test_a_refusal_is_an_error_of_the_class_of_its_code(self):
        client = self.client(refusal(400, "insufficient_balance", "never"))
        with self.assertRaises(InsufficientBalanceError) as raised:
            self.pay(client, idempotency_key="k")
        error = raised.exception
        self.assertEqual(str(error), "The message of insufficient_balance")
        self.assertEqual((error.status, error.code, error.request_id), (400, "insufficient_balance", "req-12345678"))
        self.assertEqual(error.help, "https://pay.example.com/docs/errors/insufficient_balance")
        self.assertEqual((error.idempotency_key, error.retry), ("k", "never"))
        self.assertEqual(len(self.server.received), 1)

    def test_an_unknown_code_is_a_plain_error(self):
        with self.assertRaisesRegex(ApiError, "The message of not_known_yet") as raised:
            self.client(refusal(400, "not_known_yet", "never")).invoices.get("i")
        self.assertIs(type(raised.exception), ApiError)

    def test_an_unknown_outcome_is_never_a_refusal_and_is_asked_for_with_the_same_key(self):
        for reply in UNKNOWN:
            self.server.received.clear()
            with self.assertRaises(OutcomeUnknownError) as raised:
                self.pay(self.client(reply, max_retries=2))
            self.assertNotIsInstance(raised.exception, ApiError)
            self.assertEqual(self.keys(), [raised.exception.idempotency_key] * 3, reply)
            with self.assertRaises(InsufficientBalanceError):
                self.pay(self.client(reply, refusal(400, "insufficient_balance", "never")))

    def test_an_outcome_stays_unknown_where_its_repeat_is_stopped_at_the_door(self):
        for reply in [
            refusal(429, "rate_limited", "after-delay", Retry_After="3600"),
            refusal(401, "invalid_api_key", "never"),
            refusal(403, "vendor_banned", "never"),
        ]:
            with self.assertRaises(OutcomeUnknownError) as raised:
                self.pay(self.client("lost", reply))
            self.assertFalse(raised.exception.__cause__.is_final)
            with self.assertRaises(ApiError):
                self.pay(self.client(reply))

    def test_a_wrong_address_is_not_repeated(self):
        for reply, words in [
            ({"status": 404, "body": "<html>"}, r"Is base_url right\?"),
            ({"status": 301, "headers": {"Location": "https://x.example.com/"}}, "redirects to https://x.example.com/"),
        ]:
            self.server.received.clear()
            with self.assertRaisesRegex(OutcomeUnknownError, words):
                self.pay(self.client(reply))
            self.assertEqual(len(self.server.received), 1)

    def test_what_a_repeat_can_change_is_repeated_with_the_same_key(self):
        for reply in [
            "lost",
            refusal(503, "service_unavailable", "same-key"),
            refusal(409, "idempotency_key_in_progress", "after-delay", Retry_After="0"),
            "cut",
            {"status": 502, "body": "<html>"},
        ]:
            self.server.received.clear()
            self.assertEqual(self.pay(self.client(reply, SUCCESS))["payout"]["id"], "p")
            first, second = self.keys()
            self.assertEqual(first, second)

    def test_what_a_repeat_can_not_change_is_not_repeated(self):
        for reply in [
            refusal(502, "payout_refused", "never"),
            refusal(429, "rate_limited", "after-delay", Retry_After="3600"),
        ]:
            self.server.received.clear()
            with self.assertRaises(ApiError):
                self.pay(self.client(reply))
            self.assertEqual(len(self.server.received), 1)

    def test_a_lost_connection_or_silence_leaves_the_key_to_go_on_with(self):
        for reply in ["lost", "silent"]:
            self.server.received.clear()
            with self.assertRaises(ApiConnectionError) as raised:
                self.pay(self.client(reply, timeout=0.3, max_retries=1))
            self.assertEqual(self.keys(), [raised.exception.idempotency_key] * 2)

    def test_answers_are_reported(self):
        heard = []
        reply = {"headers": {"Counterfoil-Ignored-Fields": "colour, e_mail", "Idempotent-Replayed": "true"}}
        self.client({**SUCCESS, **reply}, on_answer=heard.append).invoices.get("i")
        self.assertEqual(heard[0]["ignored_fields"], ["colour", "e_mail"])
        self.assertTrue(heard[0]["is_replay"])

    def test_amounts_are_decimals_as_they_were_written_with_and_without_decimals(self):
        answers = {
            "invoice": '{"amount":0.1,"base_amount":154.50,"items":[{"qty":1,"price":999999999.99}]}',
            "balances": '{"USD":{"available":100,"held":0}}',
            "total_paid_amount": '{"USD":30,"JPY":1000}',
            "payout_batch": '{"count":2,"counts":{"PAID":2},"amounts":{"PAID":7},"amount":7}',
            "metadata": '{"amount":"seven"}',
            "sequence": "5",
        }
        text = ",".join(f'"{name}":{value}' for name, value in answers.items())
        answer = self.client({"body": f'{{"status":"success",{text}}}'}).invoices.get("i")
        numbers = [answer["sequence"], answer["payout_batch"]["count"], answer["payout_batch"]["counts"]["PAID"]]
        self.assertEqual([(5, int), (2, int), (2, int)], [(number, type(number)) for number in numbers])
        item = answer["invoice"]["items"][0]
        for amount, expected in [
            (answer["invoice"]["amount"], "0.1"),
            (answer["invoice"]["base_amount"], "154.50"),
            (item["qty"], "1"),
            (item["price"], "999999999.99"),
            (answer["balances"]["USD"]["available"], "100"),
            (answer["total_paid_amount"]["JPY"], "1000"),
            (answer["payout_batch"]["amounts"]["PAID"], "7"),
            (answer["payout_batch"]["amount"], "7"),
        ]:
            self.assertEqual((Decimal, expected), (type(amount), str(amount)))
        self.assertEqual("seven", answer["metadata"]["amount"])

    def test_amounts_are_sent_in_plain_digits_and_a_float_is_not_sent(self):
        client = self.client(SUCCESS)
        items = [{"title": "Hours", "qty": 2, "price": "80"}, {"title": "Trip", "qty": Decimal("0.5"), "price": Decimal("1E+2")}]
        client.invoices.create(email="mary@example.com", items=items)
        sent = json.loads(self.server.received[0][3])["items"]
        self.assertEqual([(2, "80"), ("0.5", "100")], [(item["qty"], item["price"]) for item in sent])
        with self.assertRaisesRegex(TypeError, r'^amount must be a Decimal, str or int, not a float: Decimal\("25.1"\)'):
            client.payouts.create("c", bank_account_id="b", amount=25.1)
        with self.assertRaisesRegex(TypeError, r"^items\[0\].price must be"):
            client.invoices.create(email="mary@example.com", items=[{"title": "Trip", "qty": 1, "price": 0.1}])
        self.assertEqual(1, len(self.server.received))

    def test_settings_are_checked_at_once(self):
        with self.assertRaisesRegex(ValueError, "api_key is empty"):
            self.client(api_key=" ")
        with self.assertRaisesRegex(ValueError, "base_url must be"):
            self.client(base_url="pay.example.com")


class ListTest(unittest.TestCase):
    def test_a_list_goes_through_its_pages_and_ends(self):
        answers = {None: ([1, 2], "b"), "b": ([], "c"), "c": ([3], None)}
        asked = []

        def read(cursor):
            asked.append(cursor)
            notes, following = answers[cursor]
            return {"notes": notes, "next_cursor": following}

        pages = Pages(read, "notes")
        self.assertEqual(asked, [])
        self.assertEqual(list(pages), [1, 2, 3])
        self.assertEqual(asked, [None, "b", "c"])
        self.assertEqual(pages.page()["notes"], [1, 2])

    def test_following_hands_over_a_cursor_once_its_page_is_done(self):
        answers = [([1, 2], "2"), ([], "2"), ([3], "3")]
        done = []

        def read(cursor, seconds):
            notes, following = answers.pop(0)
            return {"notes": notes, "next_cursor": following}

        entries = module._follow(read, "notes", "0", 25, done.append)
        self.assertEqual([next(entries), next(entries), list(done)], [1, 2, []])
        self.assertEqual([next(entries), list(done)], [3, ["2"]])


SECRET = "whsec_" + base64.b64encode(bytes([1] * 24)).decode()
OTHER = "whsec_" + base64.b64encode(bytes([2] * 24)).decode()
PAYLOAD = '{"invoice":{"name":"Zoë","price":1.50}}'
NOW = 1_772_366_400


def signature(secret=SECRET, at=NOW, payload=PAYLOAD):
    signed = f"msg_1.{at}.{payload}".encode()
    return "v1," + base64.b64encode(hmac.new(base64.b64decode(secret[6:]), signed, hashlib.sha256).digest()).decode()


def delivery(secret=SECRET, at=NOW, payload=PAYLOAD):
    return {
        "payload": payload,
        "headers": {"Webhook-Id": "msg_1", "webhook-timestamp": str(at), "WEBHOOK-SIGNATURE": signature(secret, at, payload)},
        "secret": SECRET,
        "now": NOW,
    }


class WebhookTest(unittest.TestCase):
    def fault_of(self, **changed):
        try:
            verify_webhook(**{**delivery(), **changed})
        except WebhookVerificationError as error:
            return error.fault
        return "verified"

    def test_a_delivery_is_verified_and_returned(self):
        given = delivery()
        headers = {**given["headers"], "webhook-sequence": "3", "Counterfoil-Event-Id": "event-1"}
        webhook = verify_webhook(**{**given, "headers": headers})
        self.assertEqual("event-1", webhook.event_id)
        self.assertEqual((webhook.id, webhook.sequence, webhook.sent_at.timestamp()), ("msg_1", 3, NOW))
        self.assertEqual(webhook.body, {"invoice": {"name": "Zoë", "price": Decimal("1.50")}})
        self.assertIs(Decimal, type(webhook.body["invoice"]["price"]))
        self.assertEqual(self.fault_of(payload=PAYLOAD.encode()), "verified")

    def test_each_fault_has_its_name(self):
        headers = delivery()["headers"]
        both = {**headers, "WEBHOOK-SIGNATURE": f"v1,AAAA v2,x {signature(OTHER)} {signature()}"}
        for expected, changed in [
            ("verified", {"headers": both}),
            ("verified", {"secret": [OTHER, SECRET]}),
            ("no_matching_signature", {"secret": OTHER}),
            ("no_matching_signature", {"payload": PAYLOAD + " "}),
            ("no_matching_signature", {"headers": {**headers, "WEBHOOK-SIGNATURE": "v1,"}}),
            ("no_matching_signature", {"headers": {**headers, "WEBHOOK-SIGNATURE": signature()[:20]}}),
            ("no_matching_signature", {"headers": {**headers, "webhook-timestamp": str(NOW + 1)}}),
            ("header_missing", {"headers": {}}),
            ("timestamp_invalid", {"headers": {**headers, "webhook-timestamp": "0x1"}}),
            ("timestamp_too_old", {"now": NOW + 301}),
            ("timestamp_too_new", {"now": NOW - 301}),
            ("verified", {"now": NOW + 299}),
            ("body_not_json", delivery(payload="paid")),
        ]:
            self.assertEqual(self.fault_of(**changed), expected, changed)

    def test_a_secret_of_another_kind_is_a_fault_of_the_program(self):
        for secret in ["", "whsec_", "secret"]:
            with self.assertRaises(ValueError):
                verify_webhook(**{**delivery(), "secret": secret})


if __name__ == "__main__":
    unittest.main()
