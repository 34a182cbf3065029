<?php
// A shop with one product, on PHP and its curl extension alone. ../README.md says how to run it.

define('SHOP_URL', getenv('SHOP_URL') ?: 'http://localhost:' . (getenv('PORT') ?: '4000'));
const ORDERS = 'data/orders';
// A file for each paid invoice, by its id. What sends the goods would go through these.
const PAID = 'data/paid';
const FORM = '<form method="post" action="/orders">Honey, $12.50. Email: <input name="email"> <button>Buy</button></form>';
const ATTEMPTS = 4;

/** The service refused: nothing was done, and a repeat changes nothing. */
class Refused extends Exception {}

/** Nobody can say from here whether the request was carried out. Repeat it later, with the same key. */
class OutcomeUnknown extends Exception {}

/** Sends a request, and sends it again under the same key while its outcome is unknown. */
function send(string $method, string $path, array $body, ?string $key = null): array
{
    for ($attempt = 1; $attempt <= ATTEMPTS; $attempt++) {
        $answered = [];
        $request = curl_init(getenv('COUNTERFOIL_URL') . '/api/v2' . $path);
        curl_setopt_array($request, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => array_merge(
                ['Authorization: Bearer ' . getenv('COUNTERFOIL_API_KEY'), 'Content-Type: application/json'],
                $key === null ? [] : ["Idempotency-Key: $key"],
            ),
            CURLOPT_POSTFIELDS => json_encode($body),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 30,
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$answered): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $answered[strtolower($name)] = trim($value);
                return strlen($line);
            },
        ]);
        $text = curl_exec($request);
        $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
        $answer = is_string($text) ? json_decode($text, true) : null;
        if ($status >= 200 && $status < 300 && ($answer['status'] ?? null) === 'success') return $answer;
        // Only the service itself sends this header. What a proxy answers says nothing.
        if (isset($answered['counterfoil-error']) && ($answered['counterfoil-retry'] ?? '') === 'never') {
            throw new Refused($answer['error'] ?? $answered['counterfoil-error']);
        }
        if ($attempt < ATTEMPTS) usleep((int) (min((float) ($answered['retry-after'] ?? 0.2 * 2 ** $attempt), 10) * 1e6));
    }
    throw new OutcomeUnknown("$method $path");
}

/**
 * Gives an order its invoice, and returns the payment link. Every call sends the same requests under the same key, so
 * that it can be called again whenever the outcome of the one before is unknown: there is one invoice at most.
 */
function openInvoice(array $order): string
{
    $customer = ['name' => $order['email'], 'email' => $order['email']];
    $saved = send('PUT', '/customers/external/' . rawurlencode($order['email']), $customer);
    $invoice = send('POST', '/invoice', [
        'customer_id' => $saved['customer']['id'],
        'items' => [['title' => 'Honey, 500 g', 'qty' => 1, 'price' => '12.50']],
        'reference' => $order['id'],
        'redirect_url' => SHOP_URL . "/orders/{$order['id']}",
        'webhook_url' => SHOP_URL . '/webhooks',
    ], "order-{$order['id']}")['invoice'];
    save([...$order, 'invoice_id' => $invoice['id'], 'payment_link' => $invoice['payment_link']]);
    return $invoice['payment_link'];
}

function createOrder(string $email): void
{
    $order = ['id' => bin2hex(random_bytes(16)), 'email' => $email];
    // Written before the first request: after a crash, the order still knows its key.
    save($order);
    try {
        redirect(openInvoice($order));
    } catch (Refused $error) {
        page(422, htmlspecialchars($error->getMessage()));
    } catch (OutcomeUnknown) {
        redirect("/orders/{$order['id']}");
    }
}

function showOrder(string $id): void
{
    $path = ORDERS . "/$id.json";
    $order = preg_match('/^[0-9a-f]{32}$/', $id) && is_file($path) ? json_decode(file_get_contents($path), true) : null;
    if ($order === null) {
        page(404, 'There is no such order');
    } elseif (!isset($order['invoice_id'])) {
        try {
            redirect(openInvoice($order));
        } catch (Refused $error) {
            page(422, htmlspecialchars($error->getMessage()));
        } catch (OutcomeUnknown) {
            page(503, 'Your order is being prepared: reload in a moment');
        }
    } elseif (is_file(PAID . "/{$order['invoice_id']}")) {
        page(200, 'Paid. Thank you!');
    } else {
        page(200, "<a href=\"{$order['payment_link']}\">Pay your order</a>");
    }
}

/** True if the raw body was signed with the secret less than five minutes ago. */
function isFromCounterfoil(string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if ($id === '' || !preg_match('/^\d{1,12}$/', $timestamp) || abs(time() - (int) $timestamp) > 300) return false;
    $key = base64_decode(substr(getenv('COUNTERFOIL_WEBHOOK_SECRET'), strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // Two signatures while the secret rotates: one match is enough.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) return true;
    }
    return false;
}

function receiveWebhook(string $body): void
{
    if (!isFromCounterfoil($body)) {
        page(400, 'The signature does not match');
        return;
    }
    $invoice = json_decode($body, true)['invoice'] ?? null;
    if (($invoice['status'] ?? null) === 'Paid') fulfil($invoice['id']);
    // What is new to this program gets 200 too: there is nothing more to do.
    page(200, '');
}

/** Webhooks arrive more than once. Only one of them makes the file. */
function fulfil(string $invoiceId): void
{
    if (@fopen(PAID . "/$invoiceId", 'x') !== false) {
        file_put_contents('php://stdout', "Ship $invoiceId\n");
    } elseif (!is_file(PAID . "/$invoiceId")) {
        throw new RuntimeException("cannot record that $invoiceId is paid");
    }
}

function save(array $order): void
{
    $path = ORDERS . "/{$order['id']}.json";
    file_put_contents("$path.new", json_encode($order));
    rename("$path.new", $path);
}

function page(int $status, string $text): void
{
    http_response_code($status);
    header('Content-Type: text/html; charset=utf-8');
    echo "<p>$text</p>\n";
}

function redirect(string $location): void
{
    header("Location: $location", true, 303);
}

foreach ([ORDERS, PAID] as $folder) {
    if (!is_dir($folder)) mkdir($folder, recursive: true);
}
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$isPost = $_SERVER['REQUEST_METHOD'] === 'POST';
if ($isPost && $path === '/webhooks') receiveWebhook(file_get_contents('php://input'));
elseif ($isPost && $path === '/orders') createOrder($_POST['email'] ?? '');
elseif (str_starts_with($path, '/orders/')) showOrder(substr($path, strlen('/orders/')));
else page(200, FORM);
