// A shop with one product, on Go's standard library alone. ../README.md says how to run it.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"log"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	port    = setting("PORT", "4000")
	shopURL = setting("SHOP_URL", "http://localhost:"+port)
	client  = http.Client{Timeout: 30 * time.Second}
	orderID = regexp.MustCompile(`^[0-9a-f]{32}$`)
	seconds = regexp.MustCompile(`^[0-9]{1,12}$`)
)

const (
	orders = "data/orders"
	// A file for each paid invoice, by its id. What sends the goods would go through these.
	paid     = "data/paid"
	form     = `<form method="post" action="/orders">Honey, $12.50. Email: <input name="email"> <button>Buy</button></form>`
	attempts = 4
)

type order struct {
	ID          string `json:"id"`
	Email       string `json:"email"`
	InvoiceID   string `json:"invoice_id,omitempty"`
	PaymentLink string `json:"payment_link,omitempty"`
}

type invoice struct {
	ID          string `json:"id"`
	Status      string `json:"status"`
	PaymentLink string `json:"payment_link"`
}

type answer struct {
	Status   string `json:"status"`
	Error    string `json:"error"`
	Customer struct {
		ID string `json:"id"`
	} `json:"customer"`
	Invoice invoice `json:"invoice"`
}

type fields map[string]any

// refused: the service refused. Nothing was done, and a repeat changes nothing.
type refused struct{ message string }

func (err refused) Error() string { return err.message }

// errOutcomeUnknown: nobody can say from here whether the request was carried out. Repeat it later, with the same key.
var errOutcomeUnknown = errors.New("the outcome is unknown")

// call sends a request, and sends it again under the same key while its outcome is unknown.
func call(method, path string, body fields, key string) (answer, error) {
	content, err := json.Marshal(body)
	if err != nil {
		return answer{}, err
	}
	for attempt := 0; attempt < attempts; attempt++ {
		request, err := http.NewRequest(method, os.Getenv("COUNTERFOIL_URL")+"/api/v2"+path, bytes.NewReader(content))
		if err != nil {
			return answer{}, err
		}
		request.Header.Set("Authorization", "Bearer "+os.Getenv("COUNTERFOIL_API_KEY"))
		request.Header.Set("Content-Type", "application/json")
		if key != "" {
			request.Header.Set("Idempotency-Key", key)
		}
		wait := time.Duration(400<<attempt) * time.Millisecond
		if response, err := client.Do(request); err == nil {
			var result answer
			failure := json.NewDecoder(response.Body).Decode(&result)
			response.Body.Close()
			if response.StatusCode/100 == 2 && failure == nil && result.Status == "success" {
				return result, nil
			}
			// Only the service itself sends this header. What a proxy answers says nothing.
			if response.Header.Get("Counterfoil-Error") != "" && response.Header.Get("Counterfoil-Retry") == "never" {
				return answer{}, refused{result.Error}
			}
			if after, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil {
				wait = time.Duration(after) * time.Second
			}
		}
		if attempt < attempts-1 {
			if wait > 10*time.Second {
				wait = 10 * time.Second
			}
			time.Sleep(wait)
		}
	}
	return answer{}, errOutcomeUnknown
}

// openInvoice gives an order its invoice, and returns the payment link. Every call sends the same requests under the
// same key, so that it can be called again whenever the outcome of the one before is unknown: there is one invoice at
// most.
func openInvoice(of order) (string, error) {
	saved, err := call("PUT", "/customers/external/"+url.PathEscape(of.Email), fields{"name": of.Email, "email": of.Email}, "")
	if err != nil {
		return "", err
	}
	honey := fields{"title": "Honey, 500 g", "qty": 1, "price": "12.50"}
	created, err := call("POST", "/invoice", fields{
		"customer_id":  saved.Customer.ID,
		"items":        []fields{honey},
		"reference":    of.ID,
		"redirect_url": shopURL + "/orders/" + of.ID,
		"webhook_url":  shopURL + "/webhooks",
	}, "order-"+of.ID)
	if err != nil {
		return "", err
	}
	of.InvoiceID, of.PaymentLink = created.Invoice.ID, created.Invoice.PaymentLink
	return of.PaymentLink, save(of)
}

func createOrder(w http.ResponseWriter, r *http.Request) {
	id := make([]byte, 16)
	if _, err := rand.Read(id); err != nil {
		fail(w, err)
		return
	}
	created := order{ID: hex.EncodeToString(id), Email: r.FormValue("email")}
	// Written before the first request: after a crash, the order still knows its key.
	if err := save(created); err != nil {
		fail(w, err)
		return
	}
	leadToPayment(w, r, created, func() { http.Redirect(w, r, "/orders/"+created.ID, http.StatusSeeOther) })
}

func showOrder(w http.ResponseWriter, r *http.Request) {
	found, err := find(strings.TrimPrefix(r.URL.Path, "/orders/"))
	if err != nil {
		page(w, http.StatusNotFound, "There is no such order")
		return
	}
	if found.InvoiceID == "" {
		leadToPayment(w, r, found, func() {
			page(w, http.StatusServiceUnavailable, "Your order is being prepared: reload in a moment")
		})
		return
	}
	if _, err := os.Stat(paid + "/" + found.InvoiceID); err == nil {
		page(w, http.StatusOK, "Paid. Thank you!")
		return
	}
	page(w, http.StatusOK, `<a href="`+found.PaymentLink+`">Pay your order</a>`)
}

func leadToPayment(w http.ResponseWriter, r *http.Request, of order, meanwhile func()) {
	link, err := openInvoice(of)
	var refusal refused
	switch {
	case err == nil:
		http.Redirect(w, r, link, http.StatusSeeOther)
	case errors.As(err, &refusal):
		page(w, http.StatusUnprocessableEntity, html.EscapeString(refusal.message))
	case errors.Is(err, errOutcomeUnknown):
		meanwhile()
	default:
		fail(w, err)
	}
}

// isFromCounterfoil is true if the raw body was signed with the secret less than five minutes ago.
func isFromCounterfoil(header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	if id == "" || !seconds.MatchString(timestamp) {
		return false
	}
	at, _ := strconv.ParseInt(timestamp, 10, 64)
	if age := time.Now().Unix() - at; age > 300 || age < -300 {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("COUNTERFOIL_WEBHOOK_SECRET"), "whsec_"))
	if err != nil {
		log.Fatal("COUNTERFOIL_WEBHOOK_SECRET must be a whsec_…")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// Two signatures while the secret rotates: one match is enough.
	for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(signature), expected) {
			return true
		}
	}
	return false
}

func receiveWebhook(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil || !isFromCounterfoil(r.Header, body) {
		page(w, http.StatusBadRequest, "The signature does not match")
		return
	}
	var sent struct {
		Invoice *invoice `json:"invoice"`
	}
	if err := json.Unmarshal(body, &sent); err != nil {
		page(w, http.StatusBadRequest, "The body is not JSON")
		return
	}
	if sent.Invoice != nil && sent.Invoice.Status == "Paid" {
		if err := fulfil(sent.Invoice.ID); err != nil {
			fail(w, err)
			return
		}
	}
	// What is new to this program gets 200 too: there is nothing more to do.
	page(w, http.StatusOK, "")
}

// fulfil: webhooks arrive more than once. Only one of them makes the file.
func fulfil(invoiceID string) error {
	file, err := os.OpenFile(paid+"/"+invoiceID, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Println("Ship", invoiceID)
	return file.Close()
}

func save(of order) error {
	content, err := json.Marshal(of)
	if err != nil {
		return err
	}
	path := orders + "/" + of.ID + ".json"
	if err := os.WriteFile(path+".new", content, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

func find(id string) (found order, err error) {
	if !orderID.MatchString(id) {
		return found, fs.ErrNotExist
	}
	content, err := os.ReadFile(orders + "/" + id + ".json")
	if err != nil {
		return found, err
	}
	return found, json.Unmarshal(content, &found)
}

func page(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<p>%s</p>\n", text)
}

func fail(w http.ResponseWriter, err error) {
	log.Print(err)
	w.WriteHeader(http.StatusInternalServerError)
}

func setting(name, fallback string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return fallback
}

func main() {
	for _, folder := range []string{orders, paid} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			log.Fatal(err)
		}
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		isPost := r.Method == http.MethodPost
		switch {
		case isPost && r.URL.Path == "/webhooks":
			receiveWebhook(w, r)
		case isPost && r.URL.Path == "/orders":
			createOrder(w, r)
		case strings.HasPrefix(r.URL.Path, "/orders/"):
			showOrder(w, r)
		default:
			page(w, http.StatusOK, form)
		}
	})
	fmt.Println("The shop is open at", shopURL)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
