# A shop with one product, on Ruby and webrick alone. ../README.md says how to run it.
require 'base64'
require 'cgi'
require 'erb'
require 'fileutils'
require 'json'
require 'net/http'
require 'openssl'
require 'securerandom'
require 'webrick'

PORT = Integer(ENV.fetch('PORT', '4000'))
SHOP_URL = ENV.fetch('SHOP_URL', "http://localhost:#{PORT}")
ORDERS = 'data/orders'
# A file for each paid invoice, by its id. What sends the goods would go through these.
PAID = 'data/paid'
FORM = '<form method="post" action="/orders">Honey, $12.50. Email: <input name="email"> <button>Buy</button></form>'
ATTEMPTS = 4

# The service refused: nothing was done, and a repeat changes nothing.
class Refused < StandardError; end

# Nobody can say from here whether the request was carried out. Repeat it later, with the same key.
class OutcomeUnknown < StandardError; end

# Sends a request, and sends it again under the same key while its outcome is unknown.
def call_api(method, path, body, key = nil)
  uri = URI("#{ENV.fetch('COUNTERFOIL_URL')}/api/v2#{path}")
  ATTEMPTS.times do |attempt|
    request = Net::HTTP.const_get(method).new(uri)
    request['Authorization'] = "Bearer #{ENV.fetch('COUNTERFOIL_API_KEY')}"
    request['Content-Type'] = 'application/json'
    request['Idempotency-Key'] = key if key
    request.body = JSON.generate(body)
    response, answer = exchange(uri, request)
    return answer if response.is_a?(Net::HTTPSuccess) && answer['status'] == 'success'
    # Only the service itself sends this header. What a proxy answers says nothing.
    if response && response['Counterfoil-Error'] && response['Counterfoil-Retry'] == 'never'
      raise Refused, answer['error'] || response['Counterfoil-Error']
    end

    sleep([Float(response && response['Retry-After'] || 0.4 * 2**attempt), 10].min) if attempt < ATTEMPTS - 1
  end
  raise OutcomeUnknown, "#{method} #{path}"
end

# The response and what it says; nothing where none came or it can't be read.
def exchange(uri, request)
  options = { use_ssl: uri.scheme == 'https', open_timeout: 10, read_timeout: 30, max_retries: 0 }
  response = Net::HTTP.start(uri.host, uri.port, **options) { |http| http.request(request) }
  answer = JSON.parse(response.body)
  [response, answer.is_a?(Hash) ? answer : {}]
rescue JSON::ParserError
  [response, {}]
rescue SystemCallError, IOError, Timeout::Error, SocketError, Net::ProtocolError, OpenSSL::SSL::SSLError
  [nil, {}]
end

# Gives an order its invoice, and returns the payment link. Every call sends the same requests under the same key, so
# that it can be called again whenever the outcome of the one before is unknown: there is one invoice at most.
def open_invoice(order)
  email = order['email']
  saved = call_api('Put', "/customers/external/#{ERB::Util.url_encode(email)}", { name: email, email: email })
  body = {
    customer_id: saved['customer']['id'],
    items: [{ title: 'Honey, 500 g', qty: 1, price: '12.50' }],
    reference: order['id'],
    redirect_url: "#{SHOP_URL}/orders/#{order['id']}",
    webhook_url: "#{SHOP_URL}/webhooks"
  }
  invoice = call_api('Post', '/invoice', body, "order-#{order['id']}")['invoice']
  save(order.merge('invoice_id' => invoice['id'], 'payment_link' => invoice['payment_link']))
  invoice['payment_link']
end

def save(order)
  path = "#{ORDERS}/#{order['id']}.json"
  File.write("#{path}.new", JSON.generate(order))
  File.rename("#{path}.new", path)
end

def find(id)
  path = "#{ORDERS}/#{id}.json"
  JSON.parse(File.read(path)) if id.match?(/\A[0-9a-f-]{36}\z/) && File.exist?(path)
end

# Webhooks arrive more than once. Only one of them makes the file.
def fulfil(invoice_id)
  File.open("#{PAID}/#{invoice_id}", File::WRONLY | File::CREAT | File::EXCL) {}
  puts "Ship #{invoice_id}"
rescue Errno::EEXIST
  nil
end

# True if the raw body was signed with the secret less than five minutes ago.
def from_counterfoil?(request)
  id, timestamp = request['webhook-id'].to_s, request['webhook-timestamp'].to_s
  return false if id.empty? || !timestamp.match?(/\A\d{1,12}\z/) || (Time.now.to_i - timestamp.to_i).abs > 300

  key = Base64.decode64(ENV.fetch('COUNTERFOIL_WEBHOOK_SECRET').delete_prefix('whsec_'))
  signed = "#{id}.#{timestamp}.".b + request.body.to_s.b
  expected = "v1,#{Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', key, signed))}"
  # Two signatures while the secret rotates: one match is enough.
  request['webhook-signature'].to_s.split(' ').any? { |signature| OpenSSL.secure_compare(signature, expected) }
end

def page(response, status, text)
  response.status = status
  response.content_type = 'text/html; charset=utf-8'
  response.body = "<p>#{text}</p>\n"
end

def redirect(response, location)
  response.status = 303
  response['Location'] = location
end

def lead_to_payment(order, response, meanwhile)
  redirect(response, open_invoice(order))
rescue Refused => e
  page(response, 422, CGI.escapeHTML(e.message))
rescue OutcomeUnknown
  meanwhile.call
end

def create_order(email, response)
  order = { 'id' => SecureRandom.uuid, 'email' => email }
  # Written before the first request: after a crash, the order still knows its key.
  save(order)
  lead_to_payment(order, response, -> { redirect(response, "/orders/#{order['id']}") })
end

def show_order(id, response)
  order = find(id)
  if order.nil?
    page(response, 404, 'There is no such order')
  elsif order['invoice_id'].nil?
    lead_to_payment(order, response, -> { page(response, 503, 'Your order is being prepared: reload in a moment') })
  elsif File.exist?("#{PAID}/#{order['invoice_id']}")
    page(response, 200, 'Paid. Thank you!')
  else
    page(response, 200, "<a href=\"#{order['payment_link']}\">Pay your order</a>")
  end
end

def receive_webhook(request, response)
  return page(response, 400, 'The signature does not match') unless from_counterfoil?(request)

  invoice = JSON.parse(request.body)['invoice']
  fulfil(invoice['id']) if invoice && invoice['status'] == 'Paid'
  # What is new to this program gets 200 too: there is nothing more to do.
  page(response, 200, '')
end

$stdout.sync = true
FileUtils.mkdir_p([ORDERS, PAID])
server = WEBrick::HTTPServer.new(BindAddress: '127.0.0.1', Port: PORT, AccessLog: [], Logger: WEBrick::Log.new($stderr, 2))
server.mount_proc('/') do |request, response|
  is_post = request.request_method == 'POST'
  if is_post && request.path == '/webhooks' then receive_webhook(request, response)
  elsif is_post && request.path == '/orders' then create_order(request.query['email'].to_s, response)
  elsif request.path.start_with?('/orders/') then show_order(request.path.delete_prefix('/orders/'), response)
  else page(response, 200, FORM)
  end
end
%w[INT TERM].each { |signal| trap(signal) { server.shutdown } }
puts "The shop is open at #{SHOP_URL}"
server.start
