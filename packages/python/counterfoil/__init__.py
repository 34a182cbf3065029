"""The client for the API of a Counterfoil installation, without dependencies, for Python 3.9 and later.

    from counterfoil import Counterfoil

    counterfoil = Counterfoil(api_key=os.environ["COUNTERFOIL_API_KEY"], base_url="https://pay.example.com")
    invoice = counterfoil.invoices.create(email="mary@example.com", amount="154.50")["invoice"]

Methods take the ids of the path first, then fields of the body or the query by name, and return the body of the
answer, whose keys and values mypy knows. Each that creates something sends an Idempotency-Key, yours or a new one, so
that repeats after a lost connection do nothing twice.

Amounts and quantities are `Decimal` in answers, and `Decimal`, `str` or `int` in requests. A float is refused, because
it is not the number that it looks like.
"""

from __future__ import annotations

import base64
import binascii
import datetime
import email.utils
import hashlib
import hmac
import http.client
import itertools
import json
import math
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Callable, Generic, Iterator, Literal, Mapping, Sequence, TypedDict, TypeVar, Union, cast

VERSION = "0.1.0"

_LONGEST_BACKOFF_S = 8.0
# A server that asks for a longer wait gets none: the caller decides.
_LONGEST_RETRY_AFTER_S = 60.0
_FOREVER = math.inf


class _Unset:
    """The value of a field that was not given."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Any = _Unset()


class CounterfoilError(Exception):
    """Everything that the client raises, but for faults in its use."""


class ApiError(CounterfoilError):
    """The service itself refused: nothing was done. Subclasses are named after the code.

    An answer of anything else, such as a proxy, is an `OutcomeUnknownError`.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        request_id: str | None,
        retry: str | None,
        retry_after: float | None,
        help: str | None,
        location: str | None,
        idempotency_key: str | None,
        body: Any,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.request_id = request_id
        self.retry = retry
        self.retry_after = retry_after
        self.help = help
        self.location = location
        self.idempotency_key = idempotency_key
        self.body = body

    @property
    def is_final(self) -> bool:
        """True if the service looked at what the request asks for, and at its key.

        False where it stopped before, such as at a rate limit or a revoked API key: if an earlier request with the same
        key had an unknown outcome, it still has.
        """
        return self.retry == "never" and self.status not in (401, 403)


class OutcomeUnknownError(CounterfoilError):
    """Nobody can say from here whether the request was carried out.

    The connection was lost, the answer can't be read, or it isn't one of the service. Repeat a POST with the same
    `idempotency_key` to learn the outcome. With a new key, it may be done twice.
    """

    def __init__(
        self,
        message: str,
        *,
        idempotency_key: str | None,
        status: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after


class ApiConnectionError(OutcomeUnknownError):
    """No answer came in time, or only a part of it."""


class WebhookVerificationError(CounterfoilError):
    """The delivery can't be trusted: answer 400, and do nothing. `fault` says what is wrong."""

    def __init__(self, fault: str, message: str) -> None:
        super().__init__(message)
        self.fault = fault


@dataclass(frozen=True)
class Webhook:
    """A delivery whose sender is proven."""

    #: Of the delivery: one event to one URL, the same in every attempt. Do the work once per id.
    id: str
    #: Of the event, the same at each URL it is sent to: `events.get` finds it. None for a test event.
    event_id: str | None
    sent_at: datetime.datetime
    #: At an invoice's own URL, its place among the statuses of that invoice; at an endpoint of the account, its number
    #: among all events of the account. Of two about one object at one URL, the higher is the later.
    sequence: int | None
    body: dict[str, Any]

    @property
    def event(self) -> Event | None:
        """The event, at an endpoint of the account: a look at its `type` tells what `data` is."""
        return cast("Event | None", self.body.get("event"))

    @property
    def invoice(self) -> Invoice | None:
        """The invoice, at its own URL."""
        return cast("Invoice | None", self.body.get("invoice"))


def verify_webhook(
    *,
    payload: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    tolerance: float = 300,
    now: float | None = None,
) -> Webhook:
    """Prove that a delivery comes from your account, is recent and unchanged, and return it.

    `payload` is the body as it arrived, before any parser. `secret` may be several while one replaces the other.
    """
    given = {name.lower(): value for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not given.get(name):
            raise WebhookVerificationError("header_missing", f"The header {name} is missing")
    timestamp = given["webhook-timestamp"]
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("timestamp_invalid", "webhook-timestamp is not a number of seconds")
    age = (time.time() if now is None else now) - int(timestamp)
    if age > tolerance:
        raise WebhookVerificationError("timestamp_too_old", f"Sent {round(age)} seconds ago")
    if age < -tolerance:
        raise WebhookVerificationError("timestamp_too_new", "Sent in the future: is the clock right?")
    content = payload.encode() if isinstance(payload, str) else bytes(payload)
    signed = f"{given['webhook-id']}.{timestamp}.".encode() + content
    secrets = [secret] if isinstance(secret, str) else list(secret)
    expected = [hmac.new(_webhook_key(each), signed, hashlib.sha256).digest() for each in secrets]
    if not any(
        hmac.compare_digest(signature, each)
        for signature in _signatures(given["webhook-signature"])
        for each in expected
    ):
        raise WebhookVerificationError(
            "no_matching_signature",
            "No signature matches: the secret is another one, or the body is not the one that was sent",
        )
    try:
        body = _parsed(content)
    except ValueError:
        raise WebhookVerificationError("body_not_json", "The body is not JSON") from None
    sequence = given.get("webhook-sequence")
    return Webhook(
        id=given["webhook-id"],
        event_id=given.get("counterfoil-event-id"),
        sent_at=datetime.datetime.fromtimestamp(int(timestamp), datetime.timezone.utc),
        sequence=None if sequence is None else int(sequence),
        body=body,
    )


def _webhook_key(secret: str) -> bytes:
    """The key is what follows `whsec_`, decoded."""
    key = _from_base64(secret[len("whsec_") :]) if secret.startswith("whsec_") else None
    if not key:
        raise ValueError("secret must be the whsec_… of your webhooks page")
    return key


def _signatures(header: str) -> list[bytes]:
    entries = (entry[3:] for entry in header.split(" ") if entry.startswith("v1,"))
    return [signature for signature in map(_from_base64, entries) if signature]


def _from_base64(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


_Page = TypeVar("_Page")
_Entry = TypeVar("_Entry")


class Pages(Generic[_Page, _Entry]):
    """A list. Iterate for all entries, page after page, or take one page with `page()`."""

    def __init__(self, read: Callable[[str | None], _Page], listed: str) -> None:
        self._read = read
        self._listed = listed

    def page(self) -> _Page:
        return self._read(None)

    def pages(self) -> Iterator[_Page]:
        after = None
        while True:
            page = self._read(after)
            yield page
            following = cast("Mapping[str, Any]", page)["next_cursor"]
            # A list that grows at its end always says where to go on: at the end it is the same place.
            if following in (None, after):
                return
            after = following

    def __iter__(self) -> Iterator[_Entry]:
        for page in self.pages():
            yield from cast("Mapping[str, Any]", page)[self._listed]


class _Transport:
    def __init__(
        self,
        api_key: str,
        base_url: str,
        timeout: float,
        max_retries: int,
        backoff: float,
        on_answer: Callable[[dict[str, Any]], None] | None,
    ) -> None:
        self._api_key = api_key
        self._base_url = base_url.rstrip("/")
        self._timeout = timeout
        self._max_retries = max_retries
        self._backoff = backoff
        self._on_answer = on_answer
        # A redirected POST would arrive as a GET, and the key would go to another place.
        self._opener = urllib.request.build_opener(_NoRedirects)

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        takes_key: bool = False,
        options: Mapping[str, Any] | None = None,
        extra_seconds: float = 0,
    ) -> dict[str, Any]:
        options = options or {}
        key = options.get("idempotency_key")
        if key is not None and not key.strip():
            raise ValueError("idempotency_key must not be empty")
        key = (key or str(uuid.uuid4())) if takes_key else None
        max_retries = _first(options.get("max_retries"), self._max_retries)
        timeout = _first(options.get("timeout"), self._timeout) + extra_seconds
        in_doubt = False
        for attempt in itertools.count(1):
            try:
                return self._attempt(method, path, _given(query), body, key, timeout, attempt)
            except (ApiError, OutcomeUnknownError) as error:
                in_doubt = in_doubt or isinstance(error, OutcomeUnknownError)
                delay = self._delay(error, method, key, attempt) if attempt <= max_retries else None
                if delay is None:
                    # A repeat that was stopped at the door says nothing about the attempt that was lost.
                    if in_doubt and isinstance(error, ApiError) and not error.is_final and method != "GET":
                        raise _unknown_by(error, method, path) from error
                    raise
            time.sleep(delay)
        raise AssertionError("the last attempt returns or raises")

    def _attempt(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any],
        body: Mapping[str, Any] | None,
        key: str | None,
        timeout: float,
        attempt: int,
    ) -> dict[str, Any]:
        headers = {
            "Accept": "application/json",
            "Authorization": f"Bearer {self._api_key}",
            "User-Agent": f"counterfoil-python/{VERSION}",
        }
        if body is not None:
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        request = urllib.request.Request(
            self._base_url + path + (f"?{urllib.parse.urlencode(query)}" if query else ""),
            method=method,
            data=None if body is None else json.dumps(_given(body), default=_as_text).encode(),
            headers=headers,
        )
        try:
            with self._opener.open(request, timeout=timeout) as response:
                status, answered, text = response.status, response.headers, response.read()
        except urllib.error.HTTPError as refusal:
            status, answered = refusal.code, refusal.headers
            try:
                text = refusal.read()
            except (OSError, http.client.HTTPException) as error:
                raise ApiConnectionError(f"{method} {path}: {error}", idempotency_key=key) from error
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", None) or error
            raise ApiConnectionError(f"{method} {path}: {reason}", idempotency_key=key) from error
        if self._on_answer:
            ignored = answered.get("Counterfoil-Ignored-Fields") or ""
            self._on_answer(
                {
                    "method": method,
                    "path": path,
                    "status": status,
                    "request_id": answered.get("X-Request-Id"),
                    "attempt": attempt,
                    "is_replay": answered.get("Idempotent-Replayed") == "true",
                    "ignored_fields": [name.strip() for name in ignored.split(",") if name.strip()],
                }
            )
        try:
            parsed = _parsed(text)
        except ValueError:
            parsed = None
        # All but the description of the API have this word, which tells them from what else may answer 200.
        is_answer = isinstance(parsed, dict) and (method == "GET" or parsed.get("status") == "success")
        if 200 <= status < 300 and is_answer:
            return cast("dict[str, Any]", parsed)
        if answered.get("Counterfoil-Error") is None:
            raise _foreign_answer(status, answered, f"{method} {path}", key)
        answer = _api_error(status, answered, parsed, key)
        if answer.retry == "same-key" and method != "GET":
            raise _unknown_by(answer, method, path) from answer
        raise answer

    def _delay(self, error: ApiError | OutcomeUnknownError, method: str, key: str | None, attempt: int) -> float | None:
        """Seconds before the next attempt; None where a repeat can't help or isn't safe."""
        # Without a key, a second POST is a second order.
        is_safe = method != "POST" or key is not None
        backoff = min(self._backoff * 2.0 ** min(attempt - 1, 20), _LONGEST_BACKOFF_S) * random.uniform(0.5, 1)
        # The service says `after-delay` only where nothing was done.
        is_welcome = isinstance(error, ApiError) and error.retry == "after-delay"
        if not is_welcome and not (is_safe and _can_pass(error)):
            return None
        if error.retry_after is None:
            return backoff
        return None if error.retry_after > _LONGEST_RETRY_AFTER_S else error.retry_after


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


def _foreign_answer(status: int, headers: Any, place: str, key: str | None) -> OutcomeUnknownError:
    location = headers.get("Location")
    if 300 <= status < 400 and location:
        message = f"base_url redirects to {location}: use that address"
    else:
        message = f"{status} with a body that is not an answer of the service. Is base_url right?"
    return OutcomeUnknownError(
        f"{place}: {message}",
        idempotency_key=key,
        status=status,
        request_id=headers.get("X-Request-Id"),
        retry_after=_seconds(headers.get("Retry-After")),
    )


def _unknown_by(refusal: ApiError, method: str, path: str) -> OutcomeUnknownError:
    """The refusal is its `__cause__`."""
    return OutcomeUnknownError(
        f"{method} {path}: {refusal}",
        idempotency_key=refusal.idempotency_key,
        status=refusal.status,
        request_id=refusal.request_id,
        retry_after=refusal.retry_after,
    )


def _can_pass(error: ApiError | OutcomeUnknownError) -> bool:
    """Whether a repeat may get another answer. A wrong address and a proxy's refusals stay as they are."""
    if isinstance(error, ApiError):
        return error.retry == "same-key"
    if isinstance(error.__cause__, ApiError):
        return True
    status = error.status
    return status is None or status < 300 or status >= 500 or status in (408, 429)


def _api_error(status: int, headers: Any, parsed: Any, key: str | None) -> ApiError:
    message = parsed.get("error") if isinstance(parsed, dict) else None
    code = headers.get("Counterfoil-Error")
    help_link = re.search(r'<([^>]+)>[^,]*rel="?help"?', headers.get("Link") or "")
    return _ERROR_CLASSES.get(code, ApiError)(
        message if isinstance(message, str) else f"{status} {code}",
        status=status,
        code=code,
        request_id=headers.get("X-Request-Id"),
        retry=headers.get("Counterfoil-Retry"),
        retry_after=_seconds(headers.get("Retry-After")),
        help=help_link.group(1) if help_link else None,
        location=headers.get("Location"),
        idempotency_key=key,
        body=parsed,
    )


def _seconds(value: str | None) -> float | None:
    """Seconds, or a date."""
    if value is None:
        return None
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _given(fields: Mapping[str, Any] | None) -> dict[str, Any]:
    given = {name: value for name, value in (fields or {}).items() if value is not UNSET}
    for name, value in given.items():
        _refuse_floats(name, value)
    return given


def _refuse_floats(name: str, value: Any) -> None:
    """A float such as 0.1 is another number than its digits say, and a price made of it may be too."""
    if isinstance(value, float):
        raise TypeError(f'{name} must be a Decimal, str or int, not a float: Decimal("{value}") instead of {value}')
    if isinstance(value, Mapping):
        for key, part in value.items():
            _refuse_floats(f"{name}.{key}", part)
    elif isinstance(value, (list, tuple)):
        for index, part in enumerate(value):
            _refuse_floats(f"{name}[{index}]", part)


def _as_text(value: Any) -> str:
    """Amounts, days and ids of Python's own types, as the API reads them."""
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, (datetime.date, uuid.UUID)):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no place in JSON")


def _parsed(text: bytes) -> Any:
    """JSON with the API's decimal numbers as they were written, also where one has no decimals."""
    return json.loads(text, parse_float=Decimal, object_hook=_with_decimals)


def _with_decimals(fields: dict[str, Any]) -> dict[str, Any]:
    for name, value in fields.items():
        if name in _DECIMAL_FIELDS:
            fields[name] = _as_decimal(value)
        elif name in _DECIMAL_MAPS and isinstance(value, dict):
            fields[name] = {key: _as_decimal(each) for key, each in value.items()}
    return fields


def _as_decimal(value: Any) -> Any:
    return Decimal(value) if type(value) is int else value


def _first(given: Any, default: Any) -> Any:
    return default if given is None else given


def _segment(name: str, value: str) -> str:
    """A part of a path. An empty one would name another path."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{name} must not be empty")
    return urllib.parse.quote(value, safe="")


def _follow(
    read: Callable[[Any, int], dict[str, Any]],
    listed: str,
    after: Any,
    wait: int,
    on_cursor: Callable[[str], None] | None,
) -> Iterator[Any]:
    """Follows a list that only grows at its end; `on_cursor` gets a cursor once everything before it is done."""
    while True:
        page = read(after, wait)
        yield from page[listed]
        if page["next_cursor"] != after:
            after = page["next_cursor"]
            if on_cursor:
                on_cursor(after)


class _Resource:
    def __init__(self, transport: _Transport) -> None:
        self._send = transport.send


# Generated from the description of the API by `npm run client`. Changes from here on are lost.


class _CustomerRequired(TypedDict):
    id: str
    name: str
    email: str
    group: str | None
    preferred_currency: str
    address_line1: str | None
    address_line2: str | None
    city: str | None
    state: str | None
    zip: str | None
    country: str | None
    created_on: str


class Customer(_CustomerRequired, total=False):
    """Returned when you create or get a customer."""

    tax_id: str
    buyer_reference: str
    phone: str
    copy_emails: list[str]
    external_id: str
    archived_at: str
    metadata: dict[str, str]


class NewInvoiceItem(TypedDict):
    title: str
    qty: Decimal
    price: Decimal


class _NewInvoiceRequired(TypedDict):
    id: str
    amount: Decimal
    base_amount: Decimal
    currency: str
    payment_link: str
    provider_checkout_session_id: int
    status: Literal["Invoice Created", "Paid", "Unpaid", "Failed"]
    email: str
    customer_id: str
    items: list[NewInvoiceItem]
    due_date: str
    created_on: str


class NewInvoice(_NewInvoiceRequired, total=False):
    """Returned when you create an invoice."""

    reference: str
    metadata: dict[str, str]


class InvoiceItem(TypedDict):
    name: str
    qty: Decimal
    price: Decimal


class _InvoiceRequired(TypedDict):
    id: str
    amount: Decimal
    currency: str
    email: str
    provider: str | None
    status: Literal["Invoice Created", "Paid", "Unpaid", "Failed"]
    created_on: str
    paid_on: str | None
    payment_link: str
    items: list[InvoiceItem]
    due_date: str
    customer_id: str


class Invoice(_InvoiceRequired, total=False):
    """Returned when you check an invoice or get a customer, and sent in webhooks."""

    voided_on: str
    reference: str
    metadata: dict[str, str]
    amount_credited: Decimal


class InvoiceDetailItem(TypedDict):
    name: str
    qty: Decimal
    price: Decimal


class _InvoiceDetailRequired(TypedDict):
    id: str
    amount: Decimal
    currency: str
    email: str
    provider: str | None
    status: Literal["Invoice Created", "Paid", "Unpaid", "Failed"]
    created_on: str
    paid_on: str | None
    payment_link: str
    items: list[InvoiceDetailItem]
    due_date: str
    customer_id: str
    amount_credited: Decimal
    base_amount: Decimal
    number: str
    transaction_id: str | None
    amount_refunded: Decimal
    amount_due: Decimal
    redirect_url: str | None
    webhook_url: str | None
    recurring_invoice_id: str | None
    created_at: str
    paid_at: str | None
    voided_at: str | None


class InvoiceDetail(_InvoiceDetailRequired, total=False):
    """An invoice with its payment, refunds, URLs and times: returned when you list, update, send, credit
    or void invoices.
    """

    voided_on: str
    reference: str
    metadata: dict[str, str]


class Credit(TypedDict):
    """A credit note that reduced the amount due on an invoice before it was paid: returned when you credit
    an invoice, and when you get or list credits.
    """

    id: str
    invoice_id: str
    number: str
    amount: Decimal
    currency: str
    reason: str | None
    created_at: str


class RecurringInvoiceItem(TypedDict):
    name: str
    qty: Decimal
    price: Decimal


class _RecurringInvoiceRequired(TypedDict):
    id: str
    status: Literal["active", "paused", "ended"]
    stop_reason: Literal["vendor_banned", "live_mode_not_approved", "customer_archived", "payment_provider_failed", "terms_not_valid", "too_many_drafts"] | None
    customer_id: str
    amount: Decimal
    currency: str
    items: list[RecurringInvoiceItem]
    redirect_url: str | None
    webhook_url: str | None
    interval: Literal["week", "month", "quarter", "year"]
    interval_count: int
    start_on: str
    end_on: str | None
    end_after: int | None
    delivery: Literal["send", "draft"]
    due_after_days: int
    next_on: str | None
    invoice_count: int
    last_invoice_id: str | None
    created_at: str


class RecurringInvoice(_RecurringInvoiceRequired, total=False):
    """Creates an invoice every week, month, quarter or year."""

    reference: str
    metadata: dict[str, str]


class _CustomerDetailRequired(TypedDict):
    id: str
    name: str
    email: str
    group: str | None
    preferred_currency: str
    address_line1: str | None
    address_line2: str | None
    city: str | None
    state: str | None
    zip: str | None
    country: str | None
    created_on: str
    created_at: str


class CustomerDetail(_CustomerDetailRequired, total=False):
    """A customer with its time in ISO 8601: returned when you list or update customers."""

    tax_id: str
    buyer_reference: str
    phone: str
    copy_emails: list[str]
    external_id: str
    archived_at: str
    metadata: dict[str, str]


class BankAccountAddress(TypedDict):
    country_code: str
    state: str
    city: str
    postcode: str
    street_address: str


class BankAccountBankDetails(TypedDict):
    account_name: str
    account_number: str
    routing_number: str
    bank_name: str
    account_category: Literal["Checking", "Savings"]


class _BankAccountRequired(TypedDict):
    id: str
    customer_id: str
    entity_type: Literal["PERSONAL", "COMPANY"]
    email: str
    address: BankAccountAddress
    bank_details: BankAccountBankDetails
    first_name: str | None
    last_name: str | None
    date_of_birth: str | Literal[""]
    company_name: str | None
    created_at: str


class BankAccount(_BankAccountRequired, total=False):
    """Returned when you add or list bank accounts."""

    bank_account_link_id: str
    archived_at: str
    metadata: dict[str, str]


class BankAccountLink(TypedDict):
    """Returned when you create a link for bank details."""

    id: str
    customer_id: str
    url: str
    expires_at: str


class _PayoutRequired(TypedDict):
    id: str
    customer_id: str
    bank_account_id: str
    amount: Decimal
    currency: str
    status: Literal["PROCESSING", "PAID", "FAILED", "RETURNED"]
    provider_transfer_id: str | None
    provider_transfer_status: str | None


class Payout(_PayoutRequired, total=False):
    """Returned when you request a payout."""

    metadata: dict[str, str]


class PayoutDetailFailure(TypedDict):
    code: str | None
    message: str


class _PayoutDetailRequired(TypedDict):
    id: str
    customer_id: str
    bank_account_id: str
    amount: Decimal
    currency: str
    status: Literal["PROCESSING", "PAID", "FAILED", "RETURNED"]
    provider_transfer_id: str | None
    provider_transfer_status: str | None
    failure: PayoutDetailFailure | None
    rail: Literal["FEDNOW", "ACH", "FEDWIRE"] | None
    expected_on: str | None
    created_at: str
    settled_at: str | None


class PayoutDetail(_PayoutDetailRequired, total=False):
    """A payout with its failure and its times in ISO 8601: returned when you get or list payouts."""

    metadata: dict[str, str]
    waiting_for: Literal["provider_balance"]


class PayoutBatchCounts(TypedDict):
    """The number of payouts by status."""

    NEEDS_APPROVAL: int
    PENDING: int
    PROCESSING: int
    PAID: int
    FAILED: int
    RETURNED: int
    CANCELED: int


class PayoutBatchAmounts(TypedDict):
    """The sum of payouts by status, in dollars."""

    NEEDS_APPROVAL: Decimal
    PENDING: Decimal
    PROCESSING: Decimal
    PAID: Decimal
    FAILED: Decimal
    RETURNED: Decimal
    CANCELED: Decimal


class PayoutBatchFailure(TypedDict):
    row: int
    payout_id: str | None
    code: str | None
    message: str


class PayoutBatch(TypedDict):
    """Many payouts in one request."""

    id: str
    name: str
    status: Literal["NEEDS_APPROVAL", "SCHEDULED", "PROCESSING", "COMPLETED", "CANCELED"]
    send_on: str | None
    currency: str
    count: int
    amount: Decimal
    counts: PayoutBatchCounts
    amounts: PayoutBatchAmounts
    failures: list[PayoutBatchFailure]
    created_at: str


class Balance(TypedDict):
    """Your balance in one currency: returned when you get the wallet."""

    available: Decimal
    pending: Decimal
    held: Decimal
    owed: Decimal


class WalletEntry(TypedDict):
    """A movement of the money that is available: returned when you list wallet entries."""

    id: str
    reason: str
    amount: Decimal
    currency: str
    balance_after: Decimal
    invoice_id: str | None
    payout_id: str | None
    note: str | None
    created_at: str


class RefundFailure(TypedDict):
    code: str | None
    message: str


class Refund(TypedDict):
    """Returned when you refund an invoice, and when you get or list refunds."""

    id: str
    invoice_id: str
    amount: Decimal
    currency: str
    status: Literal["PENDING", "SUCCEEDED", "FAILED"]
    failure_reason: str | None
    failure: RefundFailure | None
    created_at: str


class Dispute(TypedDict):
    """A dispute of the payment of an invoice: returned when you get or list disputes."""

    id: str
    invoice_id: str
    amount: Decimal
    currency: str
    status: Literal["OPEN", "WON", "LOST"]
    reason: str | None
    evidence_due_at: str | None
    provider_url: str | None
    created_at: str


class FraudWarning(TypedDict):
    """The card’s bank believes that a payment is fraud. The buyer will probably dispute it, unless you
    refund it in full first.
    """

    id: str
    invoice_id: str
    amount: Decimal
    currency: str
    reason: str
    created_at: str


class WebhookEndpointWithSecret(TypedDict):
    """Returned when you add a webhook endpoint or rotate its secret."""

    id: str
    url: str
    event_types: list[Literal["customer.created", "bank_account.created", "invoice.created", "invoice.updated", "invoice.paid", "invoice.failed", "invoice.unpaid", "invoice.voided", "refund.succeeded", "refund.failed", "fraud_warning.created", "dispute.opened", "dispute.closed", "payout.created", "payout.paid", "payout.failed", "payout.returned"]] | None
    description: str | None
    status: Literal["enabled", "disabled"]
    previous_secret_expires_at: str | None
    created_at: str
    secret: str


class WebhookEndpoint(TypedDict):
    """A URL that gets events of your account."""

    id: str
    url: str
    event_types: list[Literal["customer.created", "bank_account.created", "invoice.created", "invoice.updated", "invoice.paid", "invoice.failed", "invoice.unpaid", "invoice.voided", "refund.succeeded", "refund.failed", "fraud_warning.created", "dispute.opened", "dispute.closed", "payout.created", "payout.paid", "payout.failed", "payout.returned"]] | None
    description: str | None
    status: Literal["enabled", "disabled"]
    previous_secret_expires_at: str | None
    created_at: str


class _EventFields(TypedDict):
    id: str
    sequence: int
    created_at: str


class CustomerCreatedEvent(_EventFields):
    type: Literal["customer.created"]
    data: Customer


class BankAccountCreatedEvent(_EventFields):
    type: Literal["bank_account.created"]
    data: BankAccountEvent


class InvoiceCreatedEvent(_EventFields):
    type: Literal["invoice.created"]
    data: Invoice


class InvoiceUpdatedEvent(_EventFields):
    type: Literal["invoice.updated"]
    data: Invoice


class InvoicePaidEvent(_EventFields):
    type: Literal["invoice.paid"]
    data: Invoice


class InvoiceFailedEvent(_EventFields):
    type: Literal["invoice.failed"]
    data: Invoice


class InvoiceUnpaidEvent(_EventFields):
    type: Literal["invoice.unpaid"]
    data: Invoice


class InvoiceVoidedEvent(_EventFields):
    type: Literal["invoice.voided"]
    data: Invoice


class RefundSucceededEvent(_EventFields):
    type: Literal["refund.succeeded"]
    data: Refund


class RefundFailedEvent(_EventFields):
    type: Literal["refund.failed"]
    data: Refund


class FraudWarningCreatedEvent(_EventFields):
    type: Literal["fraud_warning.created"]
    data: FraudWarning


class DisputeOpenedEvent(_EventFields):
    type: Literal["dispute.opened"]
    data: Dispute


class DisputeClosedEvent(_EventFields):
    type: Literal["dispute.closed"]
    data: Dispute


class PayoutCreatedEvent(_EventFields):
    type: Literal["payout.created"]
    data: Payout


class PayoutPaidEvent(_EventFields):
    type: Literal["payout.paid"]
    data: Payout


class PayoutFailedEvent(_EventFields):
    type: Literal["payout.failed"]
    data: Payout


class PayoutReturnedEvent(_EventFields):
    type: Literal["payout.returned"]
    data: Payout


Event = Union[
    CustomerCreatedEvent,
    BankAccountCreatedEvent,
    InvoiceCreatedEvent,
    InvoiceUpdatedEvent,
    InvoicePaidEvent,
    InvoiceFailedEvent,
    InvoiceUnpaidEvent,
    InvoiceVoidedEvent,
    RefundSucceededEvent,
    RefundFailedEvent,
    FraudWarningCreatedEvent,
    DisputeOpenedEvent,
    DisputeClosedEvent,
    PayoutCreatedEvent,
    PayoutPaidEvent,
    PayoutFailedEvent,
    PayoutReturnedEvent,
]


class _EventWithDeliveriesFieldsDeliveryAttempt(TypedDict):
    number: int
    created_at: str
    duration_ms: int
    response_status: int | None
    response_body: str | None
    error: str | None


class _EventWithDeliveriesFieldsDelivery(TypedDict):
    id: str
    url: str
    status: Literal["PENDING", "DELIVERED", "FAILED"]
    created_at: str
    next_attempt_at: str | None
    attempts: list[_EventWithDeliveriesFieldsDeliveryAttempt]


class _EventWithDeliveriesFields(TypedDict):
    id: str
    sequence: int
    created_at: str
    deliveries: list[_EventWithDeliveriesFieldsDelivery]


class CustomerCreatedEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["customer.created"]
    data: Customer


class BankAccountCreatedEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["bank_account.created"]
    data: BankAccountEvent


class InvoiceCreatedEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["invoice.created"]
    data: Invoice


class InvoiceUpdatedEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["invoice.updated"]
    data: Invoice


class InvoicePaidEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["invoice.paid"]
    data: Invoice


class InvoiceFailedEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["invoice.failed"]
    data: Invoice


class InvoiceUnpaidEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["invoice.unpaid"]
    data: Invoice


class InvoiceVoidedEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["invoice.voided"]
    data: Invoice


class RefundSucceededEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["refund.succeeded"]
    data: Refund


class RefundFailedEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["refund.failed"]
    data: Refund


class FraudWarningCreatedEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["fraud_warning.created"]
    data: FraudWarning


class DisputeOpenedEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["dispute.opened"]
    data: Dispute


class DisputeClosedEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["dispute.closed"]
    data: Dispute


class PayoutCreatedEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["payout.created"]
    data: Payout


class PayoutPaidEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["payout.paid"]
    data: Payout


class PayoutFailedEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["payout.failed"]
    data: Payout


class PayoutReturnedEventWithDeliveries(_EventWithDeliveriesFields):
    type: Literal["payout.returned"]
    data: Payout


EventWithDeliveries = Union[
    CustomerCreatedEventWithDeliveries,
    BankAccountCreatedEventWithDeliveries,
    InvoiceCreatedEventWithDeliveries,
    InvoiceUpdatedEventWithDeliveries,
    InvoicePaidEventWithDeliveries,
    InvoiceFailedEventWithDeliveries,
    InvoiceUnpaidEventWithDeliveries,
    InvoiceVoidedEventWithDeliveries,
    RefundSucceededEventWithDeliveries,
    RefundFailedEventWithDeliveries,
    FraudWarningCreatedEventWithDeliveries,
    DisputeOpenedEventWithDeliveries,
    DisputeClosedEventWithDeliveries,
    PayoutCreatedEventWithDeliveries,
    PayoutPaidEventWithDeliveries,
    PayoutFailedEventWithDeliveries,
    PayoutReturnedEventWithDeliveries,
]


class BankAccountEventAddress(TypedDict):
    country_code: str
    state: str
    city: str
    postcode: str
    street_address: str


class BankAccountEventBankDetails(TypedDict):
    account_name: str
    routing_number: str
    bank_name: str
    account_category: Literal["Checking", "Savings"]
    account_number_last4: str


class _BankAccountEventRequired(TypedDict):
    id: str
    customer_id: str
    entity_type: Literal["PERSONAL", "COMPANY"]
    email: str
    address: BankAccountEventAddress
    bank_details: BankAccountEventBankDetails
    first_name: str | None
    last_name: str | None
    date_of_birth: str | Literal[""]
    company_name: str | None
    created_at: str


class BankAccountEvent(_BankAccountEventRequired, total=False):
    """The `data` of `bank_account.created`."""

    bank_account_link_id: str
    archived_at: str
    metadata: dict[str, str]


class CreateCustomerAnswer(TypedDict):
    status: Literal["success"]
    message: Literal["Customer created successfully"]
    customer: Customer


class CreateInvoiceAnswer(TypedDict):
    status: Literal["success"]
    message: Literal["Invoice created successfully"]
    invoice: NewInvoice


class GetInvoiceAnswer(TypedDict):
    status: Literal["success"]
    invoice: Invoice


class UpdateInvoiceAnswer(TypedDict):
    status: Literal["success"]
    invoice: InvoiceDetail


class ListInvoicesAnswer(TypedDict):
    status: Literal["success"]
    invoices: list[InvoiceDetail]
    next_cursor: str | None


class SendInvoiceAnswerMail(TypedDict):
    recipient: str
    status: Literal["queued", "kept"]
    reason: str | None


class SendInvoiceAnswer(TypedDict):
    status: Literal["success"]
    invoice: InvoiceDetail
    mail: SendInvoiceAnswerMail


class VoidInvoiceAnswer(TypedDict):
    status: Literal["success"]
    invoice: InvoiceDetail


class CreditInvoiceAnswer(TypedDict):
    status: Literal["success"]
    credit: Credit
    invoice: InvoiceDetail


class CreateRecurringInvoiceAnswer(TypedDict):
    status: Literal["success"]
    recurring_invoice: RecurringInvoice


class ListRecurringInvoicesAnswer(TypedDict):
    status: Literal["success"]
    recurring_invoices: list[RecurringInvoice]
    next_cursor: str | None


class GetRecurringInvoiceAnswer(TypedDict):
    status: Literal["success"]
    recurring_invoice: RecurringInvoice


class UpdateRecurringInvoiceAnswer(TypedDict):
    status: Literal["success"]
    recurring_invoice: RecurringInvoice


class GetCustomerAnswer(TypedDict):
    status: Literal["success"]
    customer: Customer
    customer_url: str
    paid_invoices: list[Invoice]
    total_paid_count: int
    total_paid_amount: dict[str, Decimal]


class UpdateCustomerAnswer(TypedDict):
    status: Literal["success"]
    customer: CustomerDetail


class ArchiveCustomerAnswer(TypedDict):
    status: Literal["success"]
    customer: CustomerDetail


class SaveCustomerByExternalIdAnswer(TypedDict):
    status: Literal["success"]
    customer: CustomerDetail


class ListCustomersAnswer(TypedDict):
    status: Literal["success"]
    customers: list[CustomerDetail]
    next_cursor: str | None


class AddBankAccountAnswer(TypedDict):
    status: Literal["success"]
    message: Literal["Bank account added successfully"]
    bank_account: BankAccount


class ListBankAccountsAnswer(TypedDict):
    status: Literal["success"]
    customer_id: str
    total: int
    bank_accounts: list[BankAccount]


class CreateBankAccountLinkAnswer(TypedDict):
    status: Literal["success"]
    bank_account_link: BankAccountLink


class CreatePayoutAnswer(TypedDict):
    status: Literal["success"]
    message: Literal["Payout completed successfully", "Payout is being processed", "Payout was refused by the provider", "Payout was returned by the bank"]
    payout: Payout


class GetPayoutAnswer(TypedDict):
    status: Literal["success"]
    payout: PayoutDetail


class ListPayoutsAnswer(TypedDict):
    status: Literal["success"]
    payouts: list[PayoutDetail]
    next_cursor: str | None


class CreatePayoutBatchAnswer(TypedDict):
    status: Literal["success"]
    payout_batch: PayoutBatch


class GetPayoutBatchAnswer(TypedDict):
    status: Literal["success"]
    payout_batch: PayoutBatch


class GetWalletAnswer(TypedDict):
    status: Literal["success"]
    balances: dict[str, Balance]


class ListWalletEntriesAnswer(TypedDict):
    status: Literal["success"]
    entries: list[WalletEntry]
    next_cursor: str | None


class RefundInvoiceAnswer(TypedDict):
    status: Literal["success"]
    refund: Refund


class GetRefundAnswer(TypedDict):
    status: Literal["success"]
    refund: Refund


class ListRefundsAnswer(TypedDict):
    status: Literal["success"]
    refunds: list[Refund]
    next_cursor: str | None


class GetCreditAnswer(TypedDict):
    status: Literal["success"]
    credit: Credit


class ListCreditsAnswer(TypedDict):
    status: Literal["success"]
    credits: list[Credit]
    next_cursor: str | None


class GetDisputeAnswer(TypedDict):
    status: Literal["success"]
    dispute: Dispute


class ListDisputesAnswer(TypedDict):
    status: Literal["success"]
    disputes: list[Dispute]
    next_cursor: str | None


class PayTestInvoiceAnswer(TypedDict):
    status: Literal["success"]
    invoice: Invoice


class DisputeTestInvoiceAnswer(TypedDict):
    status: Literal["success"]
    dispute: Dispute


class WarnOfTestFraudAnswer(TypedDict):
    status: Literal["success"]
    fraud_warning: FraudWarning


class SettleTestPayoutAnswer(TypedDict):
    status: Literal["success"]
    payout: PayoutDetail


class CreditTestWalletAnswerCredit(TypedDict):
    amount: Decimal
    currency: str


class CreditTestWalletAnswer(TypedDict):
    status: Literal["success"]
    credit: CreditTestWalletAnswerCredit


class AdvanceTestClockAnswerClock(TypedDict):
    advanced_days: int


class AdvanceTestClockAnswer(TypedDict):
    status: Literal["success"]
    clock: AdvanceTestClockAnswerClock


class AddWebhookEndpointAnswer(TypedDict):
    status: Literal["success"]
    webhook_endpoint: WebhookEndpointWithSecret


class ListWebhookEndpointsAnswer(TypedDict):
    status: Literal["success"]
    webhook_endpoints: list[WebhookEndpoint]


class UpdateWebhookEndpointAnswer(TypedDict):
    status: Literal["success"]
    webhook_endpoint: WebhookEndpoint


class DeleteWebhookEndpointAnswer(TypedDict):
    status: Literal["success"]
    webhook_endpoint: WebhookEndpoint


class RotateWebhookEndpointSecretAnswer(TypedDict):
    status: Literal["success"]
    webhook_endpoint: WebhookEndpointWithSecret


class ListEventsAnswer(TypedDict):
    status: Literal["success"]
    events: list[Event]
    next_cursor: str


class GetEventAnswer(TypedDict):
    status: Literal["success"]
    event: EventWithDeliveries


class RedeliverEventAnswer(TypedDict):
    status: Literal["success"]
    event: EventWithDeliveries


class GetTraceAnswerTraceStepRequest(TypedDict):
    """Of a `request`: one of the API."""

    id: str
    method: str
    path: str
    idempotency_key: str | None
    response_status: int
    duration_ms: int


class GetTraceAnswerTraceStepApproval(TypedDict):
    """Of an `approval`: a payout that needs two people."""

    id: str
    status: Literal["WAITING", "APPROVED", "REJECTED", "CANCELED", "EXPIRED"]
    amount: Decimal
    currency: str
    payout_id: str | None
    decided_at: str | None


class GetTraceAnswerTraceStepProviderAttempt(TypedDict):
    """Of a `provider_attempt`: what a provider was asked for."""

    operation: Literal["checkout_session", "payment", "refund", "dispute", "payout"]
    id: str
    provider: str
    reference: str | None
    status: str
    amount: Decimal | None
    currency: str | None
    failure: str | None
    settled_at: str | None


class GetTraceAnswerTraceStepLedgerEntry(TypedDict):
    """Of a `ledger_entry`: money that moved."""

    transaction_id: str
    reason: str
    source: str
    destination: str
    amount: Decimal
    currency: str
    source_balance_after: Decimal | None
    destination_balance_after: Decimal | None


class GetTraceAnswerTraceStepEvent(TypedDict):
    """Of an `event`."""

    id: str
    type: Literal["customer.created", "bank_account.created", "invoice.created", "invoice.updated", "invoice.paid", "invoice.failed", "invoice.unpaid", "invoice.voided", "refund.succeeded", "refund.failed", "fraud_warning.created", "dispute.opened", "dispute.closed", "payout.created", "payout.paid", "payout.failed", "payout.returned"]
    sequence: int | None


class GetTraceAnswerTraceStepDeliveryAttempt(TypedDict):
    number: int
    created_at: str
    duration_ms: int
    response_status: int | None
    error: str | None


class GetTraceAnswerTraceStepDelivery(TypedDict):
    """Of a `delivery`: an event on its way to one URL."""

    id: str
    event_id: str | None
    url: str
    status: Literal["PENDING", "DELIVERED", "FAILED"]
    next_attempt_at: str | None
    attempts: list[GetTraceAnswerTraceStepDeliveryAttempt]


class _GetTraceAnswerTraceStepRequired(TypedDict):
    kind: Literal["request", "approval", "provider_attempt", "ledger_entry", "event", "delivery"]
    created_at: str


class GetTraceAnswerTraceStep(_GetTraceAnswerTraceStepRequired, total=False):
    request: GetTraceAnswerTraceStepRequest
    approval: GetTraceAnswerTraceStepApproval
    provider_attempt: GetTraceAnswerTraceStepProviderAttempt
    ledger_entry: GetTraceAnswerTraceStepLedgerEntry
    event: GetTraceAnswerTraceStepEvent
    delivery: GetTraceAnswerTraceStepDelivery


class GetTraceAnswerTrace(TypedDict):
    id: str
    kind: Literal["request", "idempotency_key", "invoice", "payment", "refund", "dispute", "payout", "payout_approval", "event", "delivery"]
    steps: list[GetTraceAnswerTraceStep]
    has_more: bool


class GetTraceAnswer(TypedDict):
    status: Literal["success"]
    trace: GetTraceAnswerTrace


class ArchiveBankAccountAnswer(TypedDict):
    status: Literal["success"]
    bank_account: BankAccount


class CreateInvoiceBodyItem(TypedDict):
    title: str
    qty: Decimal | int | str
    price: Decimal | int | str


class CreditInvoiceBodyItem(TypedDict):
    item: int
    amount: Decimal | int | str


class RefundInvoiceBodyItem(TypedDict):
    item: int
    amount: Decimal | int | str


class CreateRecurringInvoiceBodyItem(TypedDict):
    title: str
    qty: Decimal | int | str
    price: Decimal | int | str


class _AddBankAccountBodyAddressRequired(TypedDict):
    state: str
    city: str
    postcode: str
    street_address: str


class AddBankAccountBodyAddress(_AddBankAccountBodyAddressRequired, total=False):
    country_code: str


class _AddBankAccountBodyBankDetailsRequired(TypedDict):
    account_name: str
    account_number: str
    routing_number: str
    bank_name: str


class AddBankAccountBodyBankDetails(_AddBankAccountBodyBankDetailsRequired, total=False):
    account_category: Literal["Checking", "Savings"]


class _CreatePayoutBatchBodyPayoutRequired(TypedDict):
    customer_id: str
    bank_account_id: str
    amount: Decimal | int | str


class CreatePayoutBatchBodyPayout(_CreatePayoutBatchBodyPayoutRequired, total=False):
    currency: str
    reference: str
    metadata: Mapping[str, str] | None


class AddressIncompleteError(ApiError):
    """400 `address.state, address.city, address.postcode and address.street_address are required`"""


class AmountAndItemsError(ApiError):
    """400 `Send amount or items, not both`"""


class AmountNotPositiveError(ApiError):
    """400 `amount must be greater than 0`"""


class AmountOrItemsRequiredError(ApiError):
    """400 `amount or items are required`"""


class AmountRequiredError(ApiError):
    """400 `amount is required`"""


class ApiKeyAddressRefusedError(ApiError):
    """403 `This API key is not allowed from <address>`"""


class ApiKeyMissingError(ApiError):
    """401 `api_key is required`"""


class ApiKeyParameterRequiredError(ApiError):
    """400 `api_key parameter is required`"""


class ApiKeyRequiredError(ApiError):
    """400 `api_key is required`"""


class ApiKeyScopeMissingError(ApiError):
    """403 `This API key does not have the scope <scope>`"""


class BankAccountIdRequiredError(ApiError):
    """400 `bank_account_id is required`"""


class BankAccountNotFoundError(ApiError):
    """404 `Bank account not found for this customer`"""


class BankDetailsIncompleteError(ApiError):
    """400 `bank_details.account_name, account_number, routing_number and bank_name are required`"""


class BodyTooLargeError(ApiError):
    """413 `Request body is too large`"""


class CompanyNameRequiredError(ApiError):
    """400 `company_name is required for COMPANY accounts`"""


class CreditNotFoundError(ApiError):
    """404 `Credit not found`"""


class CreditTooLargeError(ApiError):
    """400 `Credit exceeds what is left to credit`"""


class CreditedItemIncompleteError(ApiError):
    """400 `Each item must have item, its place from 1, and amount`"""


class CreditedItemNotFoundError(ApiError):
    """400 `The invoice has no item at this place`"""


class CreditedItemTooLargeError(ApiError):
    """400 `The amount exceeds what is left of an item`"""


class CreditedItemTwiceError(ApiError):
    """400 `Each item can be named once`"""


class CreditedItemsEmptyError(ApiError):
    """400 `items must have at least one entry`"""


class CurrencyNotSupportedError(ApiError):
    """400 `Only USD payouts are supported`"""


class CustomerEmailTakenError(ApiError):
    """409 `Customer with this email already exists`"""


class CustomerExternalIdTakenError(ApiError):
    """409 `Customer with this external_id already exists`"""


class CustomerNotFoundError(ApiError):
    """404 `Customer not found`"""


class CustomerTaxIdRequiredError(ApiError):
    """400 `Reverse charge needs the customer’s tax ID`"""


class DailyPayoutLimitExceededError(ApiError):
    """400 `Withdrawal exceeds your daily limit of $<limit>`"""


class DisputeNotFoundError(ApiError):
    """404 `Dispute not found`"""


class EmailOrCustomerIdRequiredError(ApiError):
    """400 `email or customer_id is required`"""


class EmailRequiredError(ApiError):
    """400 `email is required`"""


class EventNotFoundError(ApiError):
    """404 `Event not found`"""


class ExternalIdRequiredError(ApiError):
    """400 `external_id is required`"""


class FieldHasControlCharactersError(ApiError):
    """400 `<field> must not contain control characters`"""


class FieldNotTextError(ApiError):
    """400 `<field> must be a string`"""


class FieldTooLongError(ApiError):
    """400 `<field> must be at most <limit> characters`"""


class IdempotencyKeyEmptyError(ApiError):
    """400 `Idempotency-Key must not be empty`"""


class IdempotencyKeyInProgressError(ApiError):
    """409 `A request with this Idempotency-Key is in progress`"""


class IdempotencyKeyReusedError(ApiError):
    """422 `Idempotency-Key was already used with different parameters`"""


class IdempotencyKeyTooLongError(ApiError):
    """400 `Idempotency-Key must be at most <limit> characters`"""


class InsufficientBalanceError(ApiError):
    """400 `Insufficient available balance`"""


class InternalError(ApiError):
    """500 `Internal server error`"""


class InvalidAccountCategoryError(ApiError):
    """400 `account_category must be Checking or Savings`"""


class InvalidAccountNumberError(ApiError):
    """400 `account_number must be 4 to 17 digits`"""


class InvalidAmountError(ApiError):
    """400 `Invalid amount format`"""


class InvalidApiKeyError(ApiError):
    """401 `Invalid API Key`"""


class InvalidCopyEmailsError(ApiError):
    """400 `copy_emails must be an array of up to 5 email addresses`"""


class InvalidCountryCodeError(ApiError):
    """400 `Invalid country_code`"""


class InvalidCurrencyError(ApiError):
    """400 `Invalid currency`"""


class InvalidCursorError(ApiError):
    """400 `Invalid cursor`"""


class InvalidDateOfBirthError(ApiError):
    """400 `Invalid date_of_birth format. Use YYYY-MM-DD`"""


class InvalidDaysError(ApiError):
    """400 `days must be a whole number from 1 to <most>`"""


class InvalidDeliveryError(ApiError):
    """400 `delivery must be send or draft`"""


class InvalidDueAfterDaysError(ApiError):
    """400 `due_after_days must be a whole number from 0 to 365`"""


class InvalidDueDateError(ApiError):
    """400 `Invalid due_date format. Use YYYY-MM-DD`"""


class InvalidEmailError(ApiError):
    """400 `Invalid email format`"""


class InvalidEndOnError(ApiError):
    """400 `Invalid end_on. Use YYYY-MM-DD, from start_on on`"""


class InvalidEndpointStatusError(ApiError):
    """400 `status must be enabled or disabled`"""


class InvalidEntityTypeError(ApiError):
    """400 `entity_type must be PERSONAL or COMPANY`"""


class InvalidEventTypesError(ApiError):
    """400 `event_types must be an array of 1 to 100 event types`"""


class InvalidExpiresInError(ApiError):
    """400 `expires_in must be a whole number from 300 to 2592000`"""


class InvalidIntervalError(ApiError):
    """400 `interval must be week, month, quarter or year`"""


class InvalidIntervalCountError(ApiError):
    """400 `interval_count must be a whole number from 1 to <most>`"""


class InvalidJsonError(ApiError):
    """400 `Invalid JSON body`"""


class InvalidLimitError(ApiError):
    """400 `limit must be a whole number from 1 to 100`"""


class InvalidMetadataError(ApiError):
    """400 `metadata must be an object of at most 20 keys (1 to 40 characters) with string values (at most
    500 characters)`
    """


class InvalidOutcomeError(ApiError):
    """400 `outcome must be one of <values>`"""


class InvalidOverlapHoursError(ApiError):
    """400 `overlap_hours must be a whole number from 0 to 72`"""


class InvalidParameterError(ApiError):
    """400 `<parameter> must be <expected>`"""


class InvalidPhoneError(ApiError):
    """400 `Invalid phone number`"""


class InvalidRecurringStatusError(ApiError):
    """400 `status must be active, paused or ended`"""


class InvalidRedirectUrlError(ApiError):
    """400 `Invalid redirect_url`"""


class InvalidRoutingNumberError(ApiError):
    """400 `routing_number must be a 9-digit ABA routing number`"""


class InvalidSendOnError(ApiError):
    """400 `Invalid send_on. Use YYYY-MM-DD, from today (UTC) on and within a year`"""


class InvalidSimulationError(ApiError):
    """400 `Counterfoil-Simulate must be one of <values>`"""


class InvalidStartOnError(ApiError):
    """400 `Invalid start_on. Use YYYY-MM-DD, from today (UTC) on and within 100 years`"""


class InvalidUrlError(ApiError):
    """400 `Invalid url`"""


class InvalidWaitError(ApiError):
    """400 `wait must be a whole number from 0 to 30`"""


class InvalidWebhookUrlError(ApiError):
    """400 `Invalid webhook_url`"""


class InvoiceAlreadyPaidError(ApiError):
    """409 `Invoice is already paid`"""


class InvoiceAmountBelowMinimumError(ApiError):
    """400 `Invoice total must be at least <minimum> <currency>`"""


class InvoiceAmountNotPositiveError(ApiError):
    """400 `Invoice amount must be greater than 0`"""


class InvoiceAmountTooLargeError(ApiError):
    """400 `Invoice amount must be at most 999999999.99`"""


class InvoiceNotFoundError(ApiError):
    """404 `Invoice not found`"""


class InvoiceNotPaidError(ApiError):
    """409 `Invoice is not paid`"""


class InvoiceNotPaidByCardError(ApiError):
    """409 `Invoice was not paid by card`"""


class InvoicePartlyCreditedError(ApiError):
    """409 `Invoice is credited in part. Credit the rest instead`"""


class InvoicePartlyPaidError(ApiError):
    """409 `Invoice has recorded payments. Remove them first`"""


class InvoiceSentTooOftenError(ApiError):
    """429 `Invoice was sent too often`"""


class InvoiceVoidedError(ApiError):
    """409 `Invoice was voided`"""


class ItemIncompleteError(ApiError):
    """400 `Each item must have title, qty and price`"""


class ItemOutOfRangeError(ApiError):
    """400 `Each item must have a qty above 0 and a price of 0 or more`"""


class ItemsNotArrayError(ApiError):
    """400 `items must be an array`"""


class LiveModeUnavailableError(ApiError):
    """403 `Live mode is not available: no payment and payout provider is configured`"""


class NameAndEmailRequiredError(ApiError):
    """400 `name and email are required`"""


class NoOpenDisputeError(ApiError):
    """409 `Invoice has no open dispute`"""


class NotFoundError(ApiError):
    """404 `Not found`"""


class NothingToDisputeError(ApiError):
    """409 `Nothing of the payment is left to dispute`"""


class PaymentNotMadeError(ApiError):
    """409 `Invoice was marked as paid without a payment`"""


class PaymentProviderFailedError(ApiError):
    """502 `Payment provider error (<status>)`"""


class PayoutBatchDraftsFullError(ApiError):
    """409 `<limit> batches wait to be confirmed in the dashboard already`"""


class PayoutBatchNameRequiredError(ApiError):
    """400 `name is required`"""


class PayoutBatchNotFoundError(ApiError):
    """404 `Batch not found`"""


class PayoutBatchRowsInvalidError(ApiError):
    """400 `Invalid payouts: <count> of <rows>. Nothing was sent`"""


class PayoutBatchRowsRequiredError(ApiError):
    """400 `payouts must be an array with at least one payout`"""


class PayoutBatchRowsTooManyError(ApiError):
    """400 `payouts must have at most 1000 entries`"""


class PayoutLimitExceededError(ApiError):
    """400 `Withdrawal exceeds your limit of $<limit> per request`"""


class PayoutNeedsApprovalError(ApiError):
    """403 `Withdrawals of $<from> or more need approval in the dashboard`"""


class PayoutNotFoundError(ApiError):
    """404 `Payout not found`"""


class PayoutRefusedError(ApiError):
    """502 `<provider> error: <code>: <detail>`"""


class PayoutSettledAlreadyError(ApiError):
    """409 `Payout is already settled`"""


class PersonNameRequiredError(ApiError):
    """400 `first_name and last_name are required for PERSONAL accounts`"""


class RateLimitedError(ApiError):
    """429 `Too many requests`"""


class RecurringEndedError(ApiError):
    """409 `This recurring invoice has ended`"""


class RecurringNotFoundError(ApiError):
    """404 `Recurring invoice not found`"""


class RecurringOverError(ApiError):
    """409 `Its last day has passed. Change its end before you resume it.`"""


class RefundInProgressError(ApiError):
    """409 `A refund of the invoice is in progress`"""


class RefundNotFoundError(ApiError):
    """404 `Refund not found`"""


class RefundTooLargeError(ApiError):
    """400 `Refund exceeds the amount that is left`"""


class RepeatedParameterError(ApiError):
    """400 `<parameter> is given more than once`"""


class ServiceUnavailableError(ApiError):
    """503 `Service unavailable`"""


class SimulationInLiveModeError(ApiError):
    """400 `Counterfoil-Simulate works in test mode only`"""


class TestClockAdvancingError(ApiError):
    """409 `The test clock is being advanced`"""


class TooManyCreditsError(ApiError):
    """409 `Invoice has 100 credits. Only all that is left can be credited now`"""


class TooManyItemsError(ApiError):
    """400 `items must have at most 100 entries`"""


class TraceNotFoundError(ApiError):
    """404 `Trace not found`"""


class UnknownEventTypeError(ApiError):
    """400 `Unknown event type <type>`"""


class UnknownParameterError(ApiError):
    """400 `Unknown parameter <parameter>`"""


class UrlRequiredError(ApiError):
    """400 `url is required`"""


class VendorBannedError(ApiError):
    """403 `This vendor account has been banned.`"""


class WebhookEndpointLimitReachedError(ApiError):
    """409 `An account can have at most <limit> webhook endpoints`"""


class WebhookEndpointNotFoundError(ApiError):
    """404 `Webhook endpoint not found`"""


class WebhookSecretInOverlapError(ApiError):
    """409 `The previous secret still signs. Wait until it expires, or rotate without an overlap, which
    ends both at once`
    """


class _Customers(_Resource):
    def create(self, *, name: str, email: str, group: str | None = UNSET, preferred_currency: str = UNSET, address_line1: str | None = UNSET, address_line2: str | None = UNSET, city: str | None = UNSET, state: str | None = UNSET, zip: str | None = UNSET, country: str | None = UNSET, tax_id: str | None = UNSET, buyer_reference: str | None = UNSET, phone: str | None = UNSET, copy_emails: Sequence[str] | None = UNSET, external_id: str | None = UNSET, metadata: Mapping[str, str] | None = UNSET, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> CreateCustomerAnswer:
        """Create a customer. Adds a person or company that you bill or pay out to."""
        return cast("CreateCustomerAnswer", self._send(
            "POST",
            "/api/v2/customer",
            body={"name": name, "email": email, "group": group, "preferred_currency": preferred_currency, "address_line1": address_line1, "address_line2": address_line2, "city": city, "state": state, "zip": zip, "country": country, "tax_id": tax_id, "buyer_reference": buyer_reference, "phone": phone, "copy_emails": copy_emails, "external_id": external_id, "metadata": metadata},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def get(self, customer_id: str, *, timeout: float | None = None, max_retries: int | None = None) -> GetCustomerAnswer:
        """Get a customer. Returns a customer with all of their paid invoices, latest payment first."""
        return cast("GetCustomerAnswer", self._send(
            "GET",
            f"/api/v2/customer/{_segment('customer_id', customer_id)}",
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def update(self, customer_id: str, *, name: str = UNSET, email: str = UNSET, group: str | None = UNSET, preferred_currency: str | None = UNSET, address_line1: str | None = UNSET, address_line2: str | None = UNSET, city: str | None = UNSET, state: str | None = UNSET, zip: str | None = UNSET, country: str | None = UNSET, tax_id: str | None = UNSET, buyer_reference: str | None = UNSET, phone: str | None = UNSET, copy_emails: Sequence[str] | None = UNSET, external_id: str | None = UNSET, metadata: Mapping[str, str] | None = UNSET, timeout: float | None = None, max_retries: int | None = None) -> UpdateCustomerAnswer:
        """Update a customer. Updates the fields that you send, by the same rules as creating a customer."""
        return cast("UpdateCustomerAnswer", self._send(
            "PATCH",
            f"/api/v2/customer/{_segment('customer_id', customer_id)}",
            body={"name": name, "email": email, "group": group, "preferred_currency": preferred_currency, "address_line1": address_line1, "address_line2": address_line2, "city": city, "state": state, "zip": zip, "country": country, "tax_id": tax_id, "buyer_reference": buyer_reference, "phone": phone, "copy_emails": copy_emails, "external_id": external_id, "metadata": metadata},
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def archive(self, customer_id: str, *, timeout: float | None = None, max_retries: int | None = None) -> ArchiveCustomerAnswer:
        """Archive a customer. From then on the customer takes no invoice, payout or bank account. Existing
        invoices and payouts are unchanged, and open invoices can still be paid.
        """
        return cast("ArchiveCustomerAnswer", self._send(
            "DELETE",
            f"/api/v2/customer/{_segment('customer_id', customer_id)}",
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def save_by_external_id(self, external_id: str, *, name: str, email: str, group: str | None = UNSET, preferred_currency: str | None = UNSET, address_line1: str | None = UNSET, address_line2: str | None = UNSET, city: str | None = UNSET, state: str | None = UNSET, zip: str | None = UNSET, country: str | None = UNSET, tax_id: str | None = UNSET, buyer_reference: str | None = UNSET, phone: str | None = UNSET, copy_emails: Sequence[str] | None = UNSET, metadata: Mapping[str, str] | None = UNSET, timeout: float | None = None, max_retries: int | None = None) -> SaveCustomerByExternalIdAnswer:
        """Create or update a customer by your own id. Creates a customer with this `external_id`, or
        updates the one that has it. The same request again changes nothing more.
        """
        return cast("SaveCustomerByExternalIdAnswer", self._send(
            "PUT",
            f"/api/v2/customers/external/{_segment('external_id', external_id)}",
            body={"name": name, "email": email, "group": group, "preferred_currency": preferred_currency, "address_line1": address_line1, "address_line2": address_line2, "city": city, "state": state, "zip": zip, "country": country, "tax_id": tax_id, "buyer_reference": buyer_reference, "phone": phone, "copy_emails": copy_emails, "metadata": metadata},
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def list(self, *, email: str = UNSET, group: str = UNSET, external_id: str = UNSET, archived: Literal["true", "false"] = UNSET, limit: int = UNSET, after: str = UNSET, timeout: float | None = None, max_retries: int | None = None) -> Pages[ListCustomersAnswer, CustomerDetail]:
        """List customers. Returns your customers, newest first, a page at a time."""
        return Pages(lambda cursor: cast("ListCustomersAnswer", self._send(
            "GET",
            "/api/v2/customers",
            query={**{"email": email, "group": group, "external_id": external_id, "archived": archived, "limit": limit, "after": after}, "after": cursor if cursor is not None else after},
            options={"timeout": timeout, "max_retries": max_retries},
        )), "customers")


class _Invoices(_Resource):
    def create(self, *, customer_id: str = UNSET, email: str = UNSET, amount: Decimal | int | str = UNSET, items: Sequence[CreateInvoiceBodyItem] = UNSET, currency: str = UNSET, due_date: str | datetime.date = UNSET, redirect_url: str = UNSET, webhook_url: str = UNSET, reference: str | None = UNSET, metadata: Mapping[str, str] | None = UNSET, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> CreateInvoiceAnswer:
        """Create an invoice. Creates an invoice and returns its payment link. The link works until the
        invoice is paid, even if it is overdue.
        """
        return cast("CreateInvoiceAnswer", self._send(
            "POST",
            "/api/v2/invoice",
            body={"customer_id": customer_id, "email": email, "amount": amount, "items": items, "currency": currency, "due_date": due_date, "redirect_url": redirect_url, "webhook_url": webhook_url, "reference": reference, "metadata": metadata},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def get(self, invoice_id: str, *, timeout: float | None = None, max_retries: int | None = None) -> GetInvoiceAnswer:
        """Check an invoice. Returns the current state of an invoice, in the same format as webhooks."""
        return cast("GetInvoiceAnswer", self._send(
            "GET",
            f"/api/v2/invoice/{_segment('invoice_id', invoice_id)}",
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def update(self, invoice_id: str, *, redirect_url: str | None = UNSET, webhook_url: str | None = UNSET, due_date: str | datetime.date = UNSET, reference: str | None = UNSET, metadata: Mapping[str, str | None] | None = UNSET, timeout: float | None = None, max_retries: int | None = None) -> UpdateInvoiceAnswer:
        """Update an invoice. Updates the fields that you send, of an invoice that is neither paid nor
        voided.
        """
        return cast("UpdateInvoiceAnswer", self._send(
            "PATCH",
            f"/api/v2/invoice/{_segment('invoice_id', invoice_id)}",
            body={"redirect_url": redirect_url, "webhook_url": webhook_url, "due_date": due_date, "reference": reference, "metadata": metadata},
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def list(self, *, status: Literal["Invoice Created", "Paid", "Unpaid", "Failed"] = UNSET, customer_id: str = UNSET, email: str = UNSET, reference: str = UNSET, transaction_id: str = UNSET, recurring_invoice_id: str = UNSET, idempotency_key: str = UNSET, created_from: str | datetime.date = UNSET, created_to: str | datetime.date = UNSET, limit: int = UNSET, after: str = UNSET, timeout: float | None = None, max_retries: int | None = None) -> Pages[ListInvoicesAnswer, InvoiceDetail]:
        """List invoices. Returns your invoices, newest first, a page at a time."""
        return Pages(lambda cursor: cast("ListInvoicesAnswer", self._send(
            "GET",
            "/api/v2/invoices",
            query={**{"status": status, "customer_id": customer_id, "email": email, "reference": reference, "transaction_id": transaction_id, "recurring_invoice_id": recurring_invoice_id, "idempotency_key": idempotency_key, "created_from": created_from, "created_to": created_to, "limit": limit, "after": after}, "after": cursor if cursor is not None else after},
            options={"timeout": timeout, "max_retries": max_retries},
        )), "invoices")

    def send(self, invoice_id: str, *, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> SendInvoiceAnswer:
        """Send an invoice again. Mails the payment link to the buyer again, as when the invoice was
        created.
        """
        return cast("SendInvoiceAnswer", self._send(
            "POST",
            f"/api/v2/invoice/{_segment('invoice_id', invoice_id)}/send",
            body={},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def void(self, invoice_id: str, *, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> VoidInvoiceAnswer:
        """Void an invoice. Cancels an invoice for good: nobody can pay it any more, and its payment link
        says so.
        """
        return cast("VoidInvoiceAnswer", self._send(
            "POST",
            f"/api/v2/invoice/{_segment('invoice_id', invoice_id)}/void",
            body={},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def credit(self, invoice_id: str, *, amount: Decimal | int | str = UNSET, items: Sequence[CreditInvoiceBodyItem] = UNSET, reason: str = UNSET, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> CreditInvoiceAnswer:
        """Credit an open invoice. Issues a credit note for an invoice that is not paid yet, in whole or in
        part. No money moves.
        """
        return cast("CreditInvoiceAnswer", self._send(
            "POST",
            f"/api/v2/invoice/{_segment('invoice_id', invoice_id)}/credit",
            body={"amount": amount, "items": items, "reason": reason},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def refund(self, invoice_id: str, *, amount: Decimal | int | str = UNSET, items: Sequence[RefundInvoiceBodyItem] = UNSET, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> RefundInvoiceAnswer:
        """Refund an invoice. Gives the buyer of a paid invoice the base amount back, in whole or in part."""
        return cast("RefundInvoiceAnswer", self._send(
            "POST",
            f"/api/v2/invoice/{_segment('invoice_id', invoice_id)}/refund",
            body={"amount": amount, "items": items},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))


class _RecurringInvoices(_Resource):
    def create(self, *, interval: Literal["week", "month", "quarter", "year"], start_on: str | datetime.date, delivery: Literal["send", "draft"], customer_id: str = UNSET, email: str = UNSET, amount: Decimal | int | str = UNSET, items: Sequence[CreateRecurringInvoiceBodyItem] = UNSET, currency: str = UNSET, redirect_url: str = UNSET, webhook_url: str = UNSET, reference: str | None = UNSET, metadata: Mapping[str, str] | None = UNSET, interval_count: int = UNSET, end_on: str | datetime.date = UNSET, due_after_days: int = UNSET, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> CreateRecurringInvoiceAnswer:
        """Create a recurring invoice. Creates an invoice every week, month, quarter or year, starting on
        `start_on`. It takes the same fields as a single invoice.
        """
        return cast("CreateRecurringInvoiceAnswer", self._send(
            "POST",
            "/api/v2/recurring-invoices",
            body={"customer_id": customer_id, "email": email, "amount": amount, "items": items, "currency": currency, "redirect_url": redirect_url, "webhook_url": webhook_url, "reference": reference, "metadata": metadata, "interval": interval, "interval_count": interval_count, "start_on": start_on, "end_on": end_on, "delivery": delivery, "due_after_days": due_after_days},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def list(self, *, customer_id: str = UNSET, status: Literal["active", "paused", "ended"] = UNSET, limit: int = UNSET, after: str = UNSET, timeout: float | None = None, max_retries: int | None = None) -> Pages[ListRecurringInvoicesAnswer, RecurringInvoice]:
        """List recurring invoices. Returns your recurring invoices, newest first, a page at a time."""
        return Pages(lambda cursor: cast("ListRecurringInvoicesAnswer", self._send(
            "GET",
            "/api/v2/recurring-invoices",
            query={**{"customer_id": customer_id, "status": status, "limit": limit, "after": after}, "after": cursor if cursor is not None else after},
            options={"timeout": timeout, "max_retries": max_retries},
        )), "recurring_invoices")

    def get(self, recurring_invoice_id: str, *, timeout: float | None = None, max_retries: int | None = None) -> GetRecurringInvoiceAnswer:
        """Get a recurring invoice. Returns a recurring invoice as it is now: the day of the next invoice,
        and the latest one.
        """
        return cast("GetRecurringInvoiceAnswer", self._send(
            "GET",
            f"/api/v2/recurring-invoices/{_segment('recurring_invoice_id', recurring_invoice_id)}",
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def update(self, recurring_invoice_id: str, *, status: Literal["active", "paused", "ended"], timeout: float | None = None, max_retries: int | None = None) -> UpdateRecurringInvoiceAnswer:
        """Pause, resume or end a recurring invoice. Changes the `status`. Invoices that were created stay
        as they are.
        """
        return cast("UpdateRecurringInvoiceAnswer", self._send(
            "PATCH",
            f"/api/v2/recurring-invoices/{_segment('recurring_invoice_id', recurring_invoice_id)}",
            body={"status": status},
            options={"timeout": timeout, "max_retries": max_retries},
        ))


class _BankAccounts(_Resource):
    def add(self, customer_id: str, *, email: str, address: AddBankAccountBodyAddress, bank_details: AddBankAccountBodyBankDetails, entity_type: Literal["PERSONAL", "COMPANY"] = UNSET, first_name: str = UNSET, last_name: str = UNSET, date_of_birth: str = UNSET, company_name: str = UNSET, metadata: Mapping[str, str] | None = UNSET, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> AddBankAccountAnswer:
        """Add a bank account. Saves a US bank account for the customer. Use its `id` to pay out to it."""
        return cast("AddBankAccountAnswer", self._send(
            "POST",
            f"/api/v2/customer/{_segment('customer_id', customer_id)}/bank-account",
            body={"entity_type": entity_type, "email": email, "address": address, "bank_details": bank_details, "first_name": first_name, "last_name": last_name, "date_of_birth": date_of_birth, "company_name": company_name, "metadata": metadata},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def list(self, customer_id: str, *, archived: Literal["true", "false"] = UNSET, timeout: float | None = None, max_retries: int | None = None) -> ListBankAccountsAnswer:
        """List a customer's bank accounts. Returns all bank accounts of the customer that are not
        archived, without paging.
        """
        return cast("ListBankAccountsAnswer", self._send(
            "GET",
            f"/api/v2/customer/{_segment('customer_id', customer_id)}/bank-accounts",
            query={"archived": archived},
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def create_link(self, customer_id: str, *, expires_in: int = UNSET, redirect_url: str = UNSET, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> CreateBankAccountLinkAnswer:
        """Create a link for bank details. Creates a page on which the customer enters their own bank
        account, once. You never handle the number.
        """
        return cast("CreateBankAccountLinkAnswer", self._send(
            "POST",
            f"/api/v2/customer/{_segment('customer_id', customer_id)}/bank-account-link",
            body={"expires_in": expires_in, "redirect_url": redirect_url},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def archive(self, customer_id: str, bank_account_id: str, *, timeout: float | None = None, max_retries: int | None = None) -> ArchiveBankAccountAnswer:
        """Archive a bank account. From then on it takes no payout. Payouts that were sent to it stay as
        they are.
        """
        return cast("ArchiveBankAccountAnswer", self._send(
            "DELETE",
            f"/api/v2/customer/{_segment('customer_id', customer_id)}/bank-account/{_segment('bank_account_id', bank_account_id)}",
            options={"timeout": timeout, "max_retries": max_retries},
        ))


class _Payouts(_Resource):
    def create(self, customer_id: str, *, bank_account_id: str, amount: Decimal | int | str, currency: str = UNSET, metadata: Mapping[str, str] | None = UNSET, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> CreatePayoutAnswer:
        """Pay out. Sends money from your credit wallet to one of the customer's bank accounts, at once,
        over RTP or FedNow.
        """
        return cast("CreatePayoutAnswer", self._send(
            "POST",
            f"/api/v2/customer/{_segment('customer_id', customer_id)}/payout",
            body={"bank_account_id": bank_account_id, "amount": amount, "currency": currency, "metadata": metadata},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def get(self, payout_id: str, *, timeout: float | None = None, max_retries: int | None = None) -> GetPayoutAnswer:
        """Get a payout. Returns a payout as it is now: what became of one that was `PROCESSING`, or why it
        failed.
        """
        return cast("GetPayoutAnswer", self._send(
            "GET",
            f"/api/v2/payout/{_segment('payout_id', payout_id)}",
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def list(self, *, customer_id: str = UNSET, status: Literal["PROCESSING", "PAID", "FAILED", "RETURNED"] = UNSET, payout_batch_id: str = UNSET, idempotency_key: str = UNSET, limit: int = UNSET, after: str = UNSET, timeout: float | None = None, max_retries: int | None = None) -> Pages[ListPayoutsAnswer, PayoutDetail]:
        """List payouts. Returns your payouts, newest first, a page at a time."""
        return Pages(lambda cursor: cast("ListPayoutsAnswer", self._send(
            "GET",
            "/api/v2/payouts",
            query={**{"customer_id": customer_id, "status": status, "payout_batch_id": payout_batch_id, "idempotency_key": idempotency_key, "limit": limit, "after": after}, "after": cursor if cursor is not None else after},
            options={"timeout": timeout, "max_retries": max_retries},
        )), "payouts")

    def create_batch(self, *, name: str, payouts: Sequence[CreatePayoutBatchBodyPayout], send_on: str | datetime.date = UNSET, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> CreatePayoutBatchAnswer:
        """Create a payout batch. Pays up to 1,000 customers in one request. All rows are checked before
        anything moves: if any is wrong, nothing is sent, and `errors` names each of them.
        """
        return cast("CreatePayoutBatchAnswer", self._send(
            "POST",
            "/api/v2/payout-batches",
            body={"name": name, "payouts": payouts, "send_on": send_on},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def get_batch(self, payout_batch_id: str, *, timeout: float | None = None, max_retries: int | None = None) -> GetPayoutBatchAnswer:
        """Get a payout batch. Returns how far a batch is: counts and sums by status, and why payouts
        failed.
        """
        return cast("GetPayoutBatchAnswer", self._send(
            "GET",
            f"/api/v2/payout-batch/{_segment('payout_batch_id', payout_batch_id)}",
            options={"timeout": timeout, "max_retries": max_retries},
        ))


class _Wallet(_Resource):
    def get(self, *, timeout: float | None = None, max_retries: int | None = None) -> GetWalletAnswer:
        """Get the wallet. Returns what you have in each currency that you have used."""
        return cast("GetWalletAnswer", self._send(
            "GET",
            "/api/v2/wallet",
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def list_entries(self, *, currency: str = UNSET, limit: int = UNSET, after: str = UNSET, timeout: float | None = None, max_retries: int | None = None) -> Pages[ListWalletEntriesAnswer, WalletEntry]:
        """List wallet entries. Returns each movement of the money that is available in one currency,
        latest first, a page at a time.
        """
        return Pages(lambda cursor: cast("ListWalletEntriesAnswer", self._send(
            "GET",
            "/api/v2/wallet/entries",
            query={**{"currency": currency, "limit": limit, "after": after}, "after": cursor if cursor is not None else after},
            options={"timeout": timeout, "max_retries": max_retries},
        )), "entries")


class _Refunds(_Resource):
    def get(self, refund_id: str, *, timeout: float | None = None, max_retries: int | None = None) -> GetRefundAnswer:
        """Get a refund. Returns a refund as it is now: what became of one that was `PENDING`, or why it
        failed.
        """
        return cast("GetRefundAnswer", self._send(
            "GET",
            f"/api/v2/refund/{_segment('refund_id', refund_id)}",
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def list(self, *, invoice_id: str = UNSET, status: Literal["PENDING", "SUCCEEDED", "FAILED"] = UNSET, limit: int = UNSET, after: str = UNSET, timeout: float | None = None, max_retries: int | None = None) -> Pages[ListRefundsAnswer, Refund]:
        """List refunds. Returns the refunds of your invoices, newest first, a page at a time."""
        return Pages(lambda cursor: cast("ListRefundsAnswer", self._send(
            "GET",
            "/api/v2/refunds",
            query={**{"invoice_id": invoice_id, "status": status, "limit": limit, "after": after}, "after": cursor if cursor is not None else after},
            options={"timeout": timeout, "max_retries": max_retries},
        )), "refunds")


class _Credits(_Resource):
    def get(self, credit_id: str, *, timeout: float | None = None, max_retries: int | None = None) -> GetCreditAnswer:
        """Get a credit. Returns a credit of an invoice that was not paid yet."""
        return cast("GetCreditAnswer", self._send(
            "GET",
            f"/api/v2/credit/{_segment('credit_id', credit_id)}",
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def list(self, *, invoice_id: str = UNSET, limit: int = UNSET, after: str = UNSET, timeout: float | None = None, max_retries: int | None = None) -> Pages[ListCreditsAnswer, Credit]:
        """List credits. Returns the credits of your invoices, newest first, a page at a time."""
        return Pages(lambda cursor: cast("ListCreditsAnswer", self._send(
            "GET",
            "/api/v2/credits",
            query={**{"invoice_id": invoice_id, "limit": limit, "after": after}, "after": cursor if cursor is not None else after},
            options={"timeout": timeout, "max_retries": max_retries},
        )), "credits")


class _Disputes(_Resource):
    def get(self, dispute_id: str, *, timeout: float | None = None, max_retries: int | None = None) -> GetDisputeAnswer:
        """Get a dispute. Returns a dispute as it is now: how long you can answer it, and where."""
        return cast("GetDisputeAnswer", self._send(
            "GET",
            f"/api/v2/dispute/{_segment('dispute_id', dispute_id)}",
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def list(self, *, invoice_id: str = UNSET, status: Literal["OPEN", "WON", "LOST"] = UNSET, limit: int = UNSET, after: str = UNSET, timeout: float | None = None, max_retries: int | None = None) -> Pages[ListDisputesAnswer, Dispute]:
        """List disputes. Returns the disputes of your invoices, newest first, a page at a time."""
        return Pages(lambda cursor: cast("ListDisputesAnswer", self._send(
            "GET",
            "/api/v2/disputes",
            query={**{"invoice_id": invoice_id, "status": status, "limit": limit, "after": after}, "after": cursor if cursor is not None else after},
            options={"timeout": timeout, "max_retries": max_retries},
        )), "disputes")


class _TestHelpers(_Resource):
    def pay_invoice(self, invoice_id: str, *, outcome: Literal["paid", "declined", "insufficient_funds", "expired_card", "incorrect_cvc", "processing_error", "refund_pending", "refund_fails", "refund_refused", "refund_lost_answer"] = UNSET, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> PayTestInvoiceAnswer:
        """Pay a test invoice. Pays with a sandbox card, as the buyer would on the sandbox’s checkout page,
        and returns the invoice.
        """
        return cast("PayTestInvoiceAnswer", self._send(
            "POST",
            f"/api/v2/test/invoice/{_segment('invoice_id', invoice_id)}/pay",
            body={"outcome": outcome},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def dispute_invoice(self, invoice_id: str, *, outcome: Literal["opened", "won", "lost"] = UNSET, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> DisputeTestInvoiceAnswer:
        """Dispute a test invoice. Has the buyer’s bank dispute what is left of the payment, or decide the
        dispute, and returns the dispute.
        """
        return cast("DisputeTestInvoiceAnswer", self._send(
            "POST",
            f"/api/v2/test/invoice/{_segment('invoice_id', invoice_id)}/dispute",
            body={"outcome": outcome},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def warn_of_fraud(self, invoice_id: str, *, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> WarnOfTestFraudAnswer:
        """Warn of fraud about a test invoice. Has the card’s bank warn that the payment is fraud, and
        returns the warning.
        """
        return cast("WarnOfTestFraudAnswer", self._send(
            "POST",
            f"/api/v2/test/invoice/{_segment('invoice_id', invoice_id)}/fraud-warning",
            body={},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def settle_payout(self, payout_id: str, *, outcome: Literal["paid", "failed", "returned"], idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> SettleTestPayoutAnswer:
        """Settle a test payout. Decides what the bank says of a payout, and returns the payout as it then
        is.
        """
        return cast("SettleTestPayoutAnswer", self._send(
            "POST",
            f"/api/v2/test/payout/{_segment('payout_id', payout_id)}/settle",
            body={"outcome": outcome},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def credit_wallet(self, *, amount: Decimal | int | str, currency: str = UNSET, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> CreditTestWalletAnswer:
        """Credit the test wallet. Adds play money to your wallet, to pay out or refund."""
        return cast("CreditTestWalletAnswer", self._send(
            "POST",
            "/api/v2/test/wallet/credit",
            body={"amount": amount, "currency": currency},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def advance_clock(self, *, days: int, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> AdvanceTestClockAnswer:
        """Advance the test clock. Lets days pass in your test account: invoices become overdue, reminders
        are sent, and whatever waits to be tried again is due.
        """
        return cast("AdvanceTestClockAnswer", self._send(
            "POST",
            "/api/v2/test/clock/advance",
            body={"days": days},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))


class _Events(_Resource):
    def add_webhook_endpoint(self, *, url: str, event_types: Sequence[Literal["customer.created", "bank_account.created", "invoice.created", "invoice.updated", "invoice.paid", "invoice.failed", "invoice.unpaid", "invoice.voided", "refund.succeeded", "refund.failed", "fraud_warning.created", "dispute.opened", "dispute.closed", "payout.created", "payout.paid", "payout.failed", "payout.returned"]] | None = UNSET, description: str | None = UNSET, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> AddWebhookEndpointAnswer:
        """Add a webhook endpoint. Registers a URL that gets the events of your account from now on: all,
        or those of some types.
        """
        return cast("AddWebhookEndpointAnswer", self._send(
            "POST",
            "/api/v2/webhook-endpoints",
            body={"url": url, "event_types": event_types, "description": description},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def list_webhook_endpoints(self, *, timeout: float | None = None, max_retries: int | None = None) -> ListWebhookEndpointsAnswer:
        """List webhook endpoints. Returns all of them, oldest first."""
        return cast("ListWebhookEndpointsAnswer", self._send(
            "GET",
            "/api/v2/webhook-endpoints",
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def update_webhook_endpoint(self, webhook_endpoint_id: str, *, url: str = UNSET, event_types: Sequence[Literal["customer.created", "bank_account.created", "invoice.created", "invoice.updated", "invoice.paid", "invoice.failed", "invoice.unpaid", "invoice.voided", "refund.succeeded", "refund.failed", "fraud_warning.created", "dispute.opened", "dispute.closed", "payout.created", "payout.paid", "payout.failed", "payout.returned"]] | None = UNSET, description: str | None = UNSET, status: Literal["enabled", "disabled"] = UNSET, timeout: float | None = None, max_retries: int | None = None) -> UpdateWebhookEndpointAnswer:
        """Update a webhook endpoint. Updates the fields that you send, at once. The others stay as they
        are.
        """
        return cast("UpdateWebhookEndpointAnswer", self._send(
            "PATCH",
            f"/api/v2/webhook-endpoints/{_segment('webhook_endpoint_id', webhook_endpoint_id)}",
            body={"url": url, "event_types": event_types, "description": description, "status": status},
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def delete_webhook_endpoint(self, webhook_endpoint_id: str, *, timeout: float | None = None, max_retries: int | None = None) -> DeleteWebhookEndpointAnswer:
        """Delete a webhook endpoint. It gets nothing any more, not even what is waiting to be sent again.
        Returns the endpoint one last time.
        """
        return cast("DeleteWebhookEndpointAnswer", self._send(
            "DELETE",
            f"/api/v2/webhook-endpoints/{_segment('webhook_endpoint_id', webhook_endpoint_id)}",
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def rotate_webhook_endpoint_secret(self, webhook_endpoint_id: str, *, overlap_hours: int = UNSET, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> RotateWebhookEndpointSecretAnswer:
        """Rotate a webhook endpoint's secret. Returns a new secret. The old one signs beside it for 24
        hours, so that a receiver can change over without missing an event.
        """
        return cast("RotateWebhookEndpointSecretAnswer", self._send(
            "POST",
            f"/api/v2/webhook-endpoints/{_segment('webhook_endpoint_id', webhook_endpoint_id)}/rotate-secret",
            body={"overlap_hours": overlap_hours},
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))

    def list(self, *, limit: int = UNSET, after: str = UNSET, type: str = UNSET, wait: int = UNSET, timeout: float | None = None, max_retries: int | None = None) -> Pages[ListEventsAnswer, Event]:
        """List events. Returns what happened in your account, oldest first, and waits for the next event
        if you ask for it.
        """
        return Pages(lambda cursor: cast("ListEventsAnswer", self._send(
            "GET",
            "/api/v2/events",
            query={**{"limit": limit, "after": after, "type": type, "wait": wait}, "after": cursor if cursor is not None else after},
            options={"timeout": timeout, "max_retries": max_retries},
        )), "events")

    def follow(self, *, limit: int = UNSET, after: str = UNSET, type: str = UNSET, wait: int = 25, on_cursor: Callable[[str], None] | None = None, timeout: float | None = None, max_retries: int | None = None) -> Iterator[Event]:
        """Yields entries as they arrive, without end, each request waiting for the next, and through
        outages. `on_cursor` gets the place to resume at once the entries before it are done.
        """
        return _follow(
            lambda cursor, seconds: self._send(
            "GET",
            "/api/v2/events",
            query={**{"limit": limit, "after": after, "type": type}, "after": cursor, "wait": seconds},
            options={"timeout": timeout, "max_retries": _first(max_retries, _FOREVER)},
            extra_seconds=seconds,
        ),
            "events",
            after,
            wait,
            on_cursor,
        )

    def get(self, event_id: str, *, timeout: float | None = None, max_retries: int | None = None) -> GetEventAnswer:
        """Get an event. Returns an event, and where it was sent with each attempt."""
        return cast("GetEventAnswer", self._send(
            "GET",
            f"/api/v2/event/{_segment('event_id', event_id)}",
            options={"timeout": timeout, "max_retries": max_retries},
        ))

    def redeliver(self, event_id: str, *, idempotency_key: str | None = None, timeout: float | None = None, max_retries: int | None = None) -> RedeliverEventAnswer:
        """Redeliver an event. Sends an event again, at once: to every URL that it was sent to, whatever
        became of it there, and to the endpoints of today that take its type.
        """
        return cast("RedeliverEventAnswer", self._send(
            "POST",
            f"/api/v2/event/{_segment('event_id', event_id)}/redeliver",
            takes_key=True,
            options={"idempotency_key": idempotency_key, "timeout": timeout, "max_retries": max_retries},
        ))


class _Traces(_Resource):
    def get(self, id: str, *, timeout: float | None = None, max_retries: int | None = None) -> GetTraceAnswer:
        """Trace an id. Returns the whole story of whatever has the id, oldest first: requests, approvals
        of payouts, what providers were asked for, ledger entries with balances, events and deliveries.
        """
        return cast("GetTraceAnswer", self._send(
            "GET",
            f"/api/v2/trace/{_segment('id', id)}",
            options={"timeout": timeout, "max_retries": max_retries},
        ))


class _ApiDescription(_Resource):
    def get(self, *, timeout: float | None = None, max_retries: int | None = None) -> dict[str, Any]:
        """Read the description of the API. This document: OpenAPI 3.1. No key is needed."""
        return self._send(
            "GET",
            "/api/v2/openapi.json",
            options={"timeout": timeout, "max_retries": max_retries},
        )


class Counterfoil:
    """The API of one account: test or live, by its key."""

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        timeout: float = 60,
        max_retries: int = 3,
        backoff: float = 0.5,
        on_answer: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        if not api_key or not api_key.strip():
            raise ValueError("api_key is empty: is the variable set?")
        if not re.match(r"https?://[^/]", base_url or ""):
            raise ValueError("base_url must be the address of your installation, such as https://pay.example.com")
        transport = _Transport(api_key, base_url, timeout, max_retries, backoff, on_answer)
        self.customers = _Customers(transport)
        self.invoices = _Invoices(transport)
        self.recurring_invoices = _RecurringInvoices(transport)
        self.bank_accounts = _BankAccounts(transport)
        self.payouts = _Payouts(transport)
        self.wallet = _Wallet(transport)
        self.refunds = _Refunds(transport)
        self.credits = _Credits(transport)
        self.disputes = _Disputes(transport)
        self.test_helpers = _TestHelpers(transport)
        self.events = _Events(transport)
        self.traces = _Traces(transport)
        self.api_description = _ApiDescription(transport)


_ERROR_CLASSES: dict[Any, type[ApiError]] = {
    "address_incomplete": AddressIncompleteError,
    "amount_and_items": AmountAndItemsError,
    "amount_not_positive": AmountNotPositiveError,
    "amount_or_items_required": AmountOrItemsRequiredError,
    "amount_required": AmountRequiredError,
    "api_key_address_refused": ApiKeyAddressRefusedError,
    "api_key_missing": ApiKeyMissingError,
    "api_key_parameter_required": ApiKeyParameterRequiredError,
    "api_key_required": ApiKeyRequiredError,
    "api_key_scope_missing": ApiKeyScopeMissingError,
    "bank_account_id_required": BankAccountIdRequiredError,
    "bank_account_not_found": BankAccountNotFoundError,
    "bank_details_incomplete": BankDetailsIncompleteError,
    "body_too_large": BodyTooLargeError,
    "company_name_required": CompanyNameRequiredError,
    "credit_not_found": CreditNotFoundError,
    "credit_too_large": CreditTooLargeError,
    "credited_item_incomplete": CreditedItemIncompleteError,
    "credited_item_not_found": CreditedItemNotFoundError,
    "credited_item_too_large": CreditedItemTooLargeError,
    "credited_item_twice": CreditedItemTwiceError,
    "credited_items_empty": CreditedItemsEmptyError,
    "currency_not_supported": CurrencyNotSupportedError,
    "customer_email_taken": CustomerEmailTakenError,
    "customer_external_id_taken": CustomerExternalIdTakenError,
    "customer_not_found": CustomerNotFoundError,
    "customer_tax_id_required": CustomerTaxIdRequiredError,
    "daily_payout_limit_exceeded": DailyPayoutLimitExceededError,
    "dispute_not_found": DisputeNotFoundError,
    "email_or_customer_id_required": EmailOrCustomerIdRequiredError,
    "email_required": EmailRequiredError,
    "event_not_found": EventNotFoundError,
    "external_id_required": ExternalIdRequiredError,
    "field_has_control_characters": FieldHasControlCharactersError,
    "field_not_text": FieldNotTextError,
    "field_too_long": FieldTooLongError,
    "idempotency_key_empty": IdempotencyKeyEmptyError,
    "idempotency_key_in_progress": IdempotencyKeyInProgressError,
    "idempotency_key_reused": IdempotencyKeyReusedError,
    "idempotency_key_too_long": IdempotencyKeyTooLongError,
    "insufficient_balance": InsufficientBalanceError,
    "internal_error": InternalError,
    "invalid_account_category": InvalidAccountCategoryError,
    "invalid_account_number": InvalidAccountNumberError,
    "invalid_amount": InvalidAmountError,
    "invalid_api_key": InvalidApiKeyError,
    "invalid_copy_emails": InvalidCopyEmailsError,
    "invalid_country_code": InvalidCountryCodeError,
    "invalid_currency": InvalidCurrencyError,
    "invalid_cursor": InvalidCursorError,
    "invalid_date_of_birth": InvalidDateOfBirthError,
    "invalid_days": InvalidDaysError,
    "invalid_delivery": InvalidDeliveryError,
    "invalid_due_after_days": InvalidDueAfterDaysError,
    "invalid_due_date": InvalidDueDateError,
    "invalid_email": InvalidEmailError,
    "invalid_end_on": InvalidEndOnError,
    "invalid_endpoint_status": InvalidEndpointStatusError,
    "invalid_entity_type": InvalidEntityTypeError,
    "invalid_event_types": InvalidEventTypesError,
    "invalid_expires_in": InvalidExpiresInError,
    "invalid_interval": InvalidIntervalError,
    "invalid_interval_count": InvalidIntervalCountError,
    "invalid_json": InvalidJsonError,
    "invalid_limit": InvalidLimitError,
    "invalid_metadata": InvalidMetadataError,
    "invalid_outcome": InvalidOutcomeError,
    "invalid_overlap_hours": InvalidOverlapHoursError,
    "invalid_parameter": InvalidParameterError,
    "invalid_phone": InvalidPhoneError,
    "invalid_recurring_status": InvalidRecurringStatusError,
    "invalid_redirect_url": InvalidRedirectUrlError,
    "invalid_routing_number": InvalidRoutingNumberError,
    "invalid_send_on": InvalidSendOnError,
    "invalid_simulation": InvalidSimulationError,
    "invalid_start_on": InvalidStartOnError,
    "invalid_url": InvalidUrlError,
    "invalid_wait": InvalidWaitError,
    "invalid_webhook_url": InvalidWebhookUrlError,
    "invoice_already_paid": InvoiceAlreadyPaidError,
    "invoice_amount_below_minimum": InvoiceAmountBelowMinimumError,
    "invoice_amount_not_positive": InvoiceAmountNotPositiveError,
    "invoice_amount_too_large": InvoiceAmountTooLargeError,
    "invoice_not_found": InvoiceNotFoundError,
    "invoice_not_paid": InvoiceNotPaidError,
    "invoice_not_paid_by_card": InvoiceNotPaidByCardError,
    "invoice_partly_credited": InvoicePartlyCreditedError,
    "invoice_partly_paid": InvoicePartlyPaidError,
    "invoice_sent_too_often": InvoiceSentTooOftenError,
    "invoice_voided": InvoiceVoidedError,
    "item_incomplete": ItemIncompleteError,
    "item_out_of_range": ItemOutOfRangeError,
    "items_not_array": ItemsNotArrayError,
    "live_mode_unavailable": LiveModeUnavailableError,
    "name_and_email_required": NameAndEmailRequiredError,
    "no_open_dispute": NoOpenDisputeError,
    "not_found": NotFoundError,
    "nothing_to_dispute": NothingToDisputeError,
    "payment_not_made": PaymentNotMadeError,
    "payment_provider_failed": PaymentProviderFailedError,
    "payout_batch_drafts_full": PayoutBatchDraftsFullError,
    "payout_batch_name_required": PayoutBatchNameRequiredError,
    "payout_batch_not_found": PayoutBatchNotFoundError,
    "payout_batch_rows_invalid": PayoutBatchRowsInvalidError,
    "payout_batch_rows_required": PayoutBatchRowsRequiredError,
    "payout_batch_rows_too_many": PayoutBatchRowsTooManyError,
    "payout_limit_exceeded": PayoutLimitExceededError,
    "payout_needs_approval": PayoutNeedsApprovalError,
    "payout_not_found": PayoutNotFoundError,
    "payout_refused": PayoutRefusedError,
    "payout_settled_already": PayoutSettledAlreadyError,
    "person_name_required": PersonNameRequiredError,
    "rate_limited": RateLimitedError,
    "recurring_ended": RecurringEndedError,
    "recurring_not_found": RecurringNotFoundError,
    "recurring_over": RecurringOverError,
    "refund_in_progress": RefundInProgressError,
    "refund_not_found": RefundNotFoundError,
    "refund_too_large": RefundTooLargeError,
    "repeated_parameter": RepeatedParameterError,
    "service_unavailable": ServiceUnavailableError,
    "simulation_in_live_mode": SimulationInLiveModeError,
    "test_clock_advancing": TestClockAdvancingError,
    "too_many_credits": TooManyCreditsError,
    "too_many_items": TooManyItemsError,
    "trace_not_found": TraceNotFoundError,
    "unknown_event_type": UnknownEventTypeError,
    "unknown_parameter": UnknownParameterError,
    "url_required": UrlRequiredError,
    "vendor_banned": VendorBannedError,
    "webhook_endpoint_limit_reached": WebhookEndpointLimitReachedError,
    "webhook_endpoint_not_found": WebhookEndpointNotFoundError,
    "webhook_secret_in_overlap": WebhookSecretInOverlapError,
}

_DECIMAL_FIELDS = {"amount", "amount_credited", "amount_due", "amount_refunded", "available", "balance_after", "base_amount", "destination_balance_after", "held", "owed", "pending", "price", "qty", "source_balance_after"}
_DECIMAL_MAPS = {"amounts", "total_paid_amount"}
