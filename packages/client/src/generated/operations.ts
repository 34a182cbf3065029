// Generated from the description of the API by `npm run client`. Changes here are lost.

import type { OperationEntry } from '../operation-entry.ts'

export const OPERATIONS: readonly OperationEntry[] = [
{
  "id": "createCustomer",
  "method": "POST",
  "path": "/api/v2/customer",
  "scope": "invoices",
  "resource": "customers",
  "name": "create",
  "summary": "Create a customer",
  "description": "Adds a person or company that you bill or pay out to.",
  "takesIdempotencyKey": true,
  "params": [],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "name": {
        "type": "string",
        "maxLength": 255,
        "description": "Full name, without control characters."
      },
      "email": {
        "type": "string",
        "maxLength": 254,
        "description": "Unique within your account, regardless of case."
      },
      "group": {
        "description": "Your own label to group customers.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "preferred_currency": {
        "default": "USD",
        "description": "An ISO 4217 code, in either case. For your information only: every invoice has its own currency.",
        "type": "string"
      },
      "address_line1": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "address_line2": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "city": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "state": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "zip": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "country": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "tax_id": {
        "description": "Such as a VAT number. Shown on invoices that are issued from then on.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 64
          },
          {
            "type": "null"
          }
        ]
      },
      "buyer_reference": {
        "description": "The customer’s own reference for e-invoices, such as a German Leitweg-ID. On invoices that are issued from then on.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 200
          },
          {
            "type": "null"
          }
        ]
      },
      "phone": {
        "description": "As you write it, with three digits or more. In e-invoices that are issued from then on.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 40
          },
          {
            "type": "null"
          }
        ]
      },
      "copy_emails": {
        "description": "Others who get a copy of each email about an invoice that is issued from then on, such as a bookkeeper: an array of addresses. Empty for none.",
        "anyOf": [
          {
            "maxItems": 5,
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          {
            "type": "null"
          }
        ]
      },
      "external_id": {
        "description": "Your own id of the customer, unique within your account. Case matters.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "metadata": {
        "description": "Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500.",
        "anyOf": [
          {
            "type": "object",
            "propertyNames": {
              "type": "string",
              "maxLength": 40
            },
            "additionalProperties": {
              "type": "string",
              "maxLength": 500
            }
          },
          {
            "type": "null"
          }
        ]
      }
    },
    "required": [
      "name",
      "email"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "message": {
        "type": "string",
        "const": "Customer created successfully"
      },
      "customer": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `customer_id` in paths."
          },
          "name": {
            "type": "string",
            "description": "As sent."
          },
          "email": {
            "type": "string",
            "description": "As sent, trimmed."
          },
          "group": {
            "description": "Your own label.",
            "type": [
              "string",
              "null"
            ]
          },
          "preferred_currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "address_line1": {
            "type": [
              "string",
              "null"
            ]
          },
          "address_line2": {
            "type": [
              "string",
              "null"
            ]
          },
          "city": {
            "type": [
              "string",
              "null"
            ]
          },
          "state": {
            "type": [
              "string",
              "null"
            ]
          },
          "zip": {
            "type": [
              "string",
              "null"
            ]
          },
          "country": {
            "type": [
              "string",
              "null"
            ]
          },
          "tax_id": {
            "description": "Absent if you gave none.",
            "type": "string"
          },
          "buyer_reference": {
            "description": "Absent if you gave none.",
            "type": "string"
          },
          "created_on": {
            "type": "string",
            "pattern": "^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$",
            "description": "`YYYY-MM-DD HH:MM:SS`."
          },
          "phone": {
            "description": "As sent, trimmed. Absent if you gave none.",
            "type": "string"
          },
          "copy_emails": {
            "description": "Others who get a copy of each email about an invoice. Absent if you gave none.",
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "external_id": {
            "description": "Your own id. Absent if you gave none.",
            "type": "string"
          },
          "archived_at": {
            "description": "Present once the customer is archived.",
            "type": "string",
            "format": "date-time"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          }
        },
        "required": [
          "id",
          "name",
          "email",
          "group",
          "preferred_currency",
          "address_line1",
          "address_line2",
          "city",
          "state",
          "zip",
          "country",
          "created_on"
        ],
        "title": "Customer",
        "description": "Returned when you create or get a customer.",
        "examples": [
          {
            "id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "name": "Mary Jackson",
            "email": "mary@example.com",
            "group": "Retainer",
            "preferred_currency": "USD",
            "address_line1": null,
            "address_line2": null,
            "city": "Hampton",
            "state": "VA",
            "zip": "23666",
            "country": "US",
            "created_on": "2026-03-02 14:05:09",
            "phone": "+1 757 555 0100",
            "copy_emails": [
              "books@example.com"
            ],
            "external_id": "user_118",
            "metadata": {
              "crm_id": "C-118"
            }
          }
        ]
      }
    },
    "required": [
      "status",
      "message",
      "customer"
    ]
  }
},
{
  "id": "createInvoice",
  "method": "POST",
  "path": "/api/v2/invoice",
  "scope": "invoices",
  "resource": "invoices",
  "name": "create",
  "summary": "Create an invoice",
  "description": "Creates an invoice and returns its payment link. The link works until the invoice is paid, even if it is overdue.",
  "takesIdempotencyKey": true,
  "params": [],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "customer_id": {
        "description": "An existing customer. This or `email` is required. With both, `email` is ignored.",
        "type": "string"
      },
      "email": {
        "description": "The customer with this address; one is created, with the address as name, if there is none. This or `customer_id` is required.",
        "type": "string",
        "maxLength": 254
      },
      "amount": {
        "description": "The whole amount before the fee, above 0. It becomes one item, titled `Payment`. This or `items` is required. Ignored when there are items.",
        "type": [
          "number",
          "string"
        ]
      },
      "items": {
        "description": "The total is their sum. An empty array counts as not given.",
        "maxItems": 100,
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "title": {
              "type": "string",
              "maxLength": 255,
              "description": "The name of the item."
            },
            "qty": {
              "description": "Above 0, with at most six decimals.",
              "type": [
                "number",
                "string"
              ]
            },
            "price": {
              "description": "The price of one unit: 0 or more, with at most the currency's decimals.",
              "type": [
                "number",
                "string"
              ]
            }
          },
          "required": [
            "title",
            "qty",
            "price"
          ]
        }
      },
      "currency": {
        "default": "USD",
        "description": "An ISO 4217 code, in either case.",
        "type": "string"
      },
      "due_date": {
        "description": "`YYYY-MM-DD`. Defaults to 30 days from today. The invoice becomes `Unpaid` when this day is over in UTC. A day in the past is accepted.",
        "type": "string",
        "format": "date"
      },
      "redirect_url": {
        "description": "The page that the buyer goes to after paying, with `transaction_id` added at the end of its query. http or https, without a user name. Defaults to a thank-you page.",
        "type": "string",
        "maxLength": 2048
      },
      "webhook_url": {
        "description": "Receives every change of status of the invoice. The same rules as for `redirect_url`.",
        "type": "string",
        "maxLength": 2048
      },
      "reference": {
        "description": "Your own number, such as that of the order.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "metadata": {
        "description": "Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500.",
        "anyOf": [
          {
            "type": "object",
            "propertyNames": {
              "type": "string",
              "maxLength": 40
            },
            "additionalProperties": {
              "type": "string",
              "maxLength": 500
            }
          },
          {
            "type": "null"
          }
        ]
      }
    },
    "required": [],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "message": {
        "type": "string",
        "const": "Invoice created successfully"
      },
      "invoice": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `invoice_id` in paths."
          },
          "amount": {
            "type": "number",
            "description": "The amount that the buyer pays: the base amount and any fee on top."
          },
          "base_amount": {
            "type": "number",
            "description": "The amount before any fee on top. Your wallet receives it when a card pays, less the fee if you pay it."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "payment_link": {
            "type": "string",
            "description": "The page where the buyer pays."
          },
          "provider_checkout_session_id": {
            "type": "integer",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "Our number for the checkout session.",
            "format": "int64"
          },
          "status": {
            "type": "string",
            "enum": [
              "Invoice Created",
              "Paid",
              "Unpaid",
              "Failed"
            ],
            "description": "Always `Invoice Created`."
          },
          "email": {
            "type": "string",
            "description": "The customer's email."
          },
          "customer_id": {
            "type": "string",
            "format": "uuid"
          },
          "items": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "title": {
                  "type": "string",
                  "description": "The name of the item."
                },
                "qty": {
                  "type": "number",
                  "description": "The quantity."
                },
                "price": {
                  "type": "number",
                  "description": "The price of one unit, before the fee."
                }
              },
              "required": [
                "title",
                "qty",
                "price"
              ]
            },
            "description": "At least one."
          },
          "due_date": {
            "type": "string",
            "format": "date",
            "description": "`YYYY-MM-DD`."
          },
          "created_on": {
            "type": "string",
            "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$",
            "description": "`DD Mon, YYYY`, such as `02 Mar, 2026`."
          },
          "reference": {
            "description": "Your own number, if you sent one.",
            "type": "string"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          }
        },
        "required": [
          "id",
          "amount",
          "base_amount",
          "currency",
          "payment_link",
          "provider_checkout_session_id",
          "status",
          "email",
          "customer_id",
          "items",
          "due_date",
          "created_on"
        ],
        "title": "New invoice",
        "description": "Returned when you create an invoice.",
        "examples": [
          {
            "id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
            "amount": 159.28,
            "base_amount": 154.5,
            "currency": "USD",
            "payment_link": "https://pay.example.com/pay/0351LT10lcnLt9rW77EtbO7cMm510JrottE6HBF1Fw21",
            "provider_checkout_session_id": 1042,
            "status": "Invoice Created",
            "email": "mary@example.com",
            "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "items": [
              {
                "title": "Consulting, hours",
                "qty": 1.5,
                "price": 80
              },
              {
                "title": "Travel",
                "qty": 1,
                "price": 34.5
              }
            ],
            "due_date": "2026-04-01",
            "created_on": "02 Mar, 2026",
            "reference": "order-1042",
            "metadata": {
              "source": "web shop"
            }
          }
        ]
      }
    },
    "required": [
      "status",
      "message",
      "invoice"
    ]
  }
},
{
  "id": "getInvoice",
  "method": "GET",
  "path": "/api/v2/invoice/{invoice_id}",
  "scope": "read",
  "resource": "invoices",
  "name": "get",
  "summary": "Check an invoice",
  "description": "Returns the current state of an invoice, in the same format as webhooks.",
  "takesIdempotencyKey": false,
  "params": [
    "invoice_id"
  ],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "invoice_id": {
        "type": "string",
        "description": "The invoice."
      }
    },
    "required": [
      "invoice_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "invoice": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "amount": {
            "type": "number",
            "description": "The amount that the buyer pays or has paid, including any fee on top."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "email": {
            "type": "string",
            "description": "The customer's email."
          },
          "provider": {
            "description": "The payment method: `card`, or `bank_transfer`, `cash`, `check` or `other` where you recorded the payment. `null` until the invoice is paid.",
            "type": [
              "string",
              "null"
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "Invoice Created",
              "Paid",
              "Unpaid",
              "Failed"
            ],
            "description": "See Statuses."
          },
          "created_on": {
            "type": "string",
            "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$",
            "description": "`DD Mon, YYYY`."
          },
          "paid_on": {
            "anyOf": [
              {
                "type": "string",
                "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$"
              },
              {
                "type": "null"
              }
            ],
            "description": "`DD Mon, YYYY`. `null` until the invoice is paid."
          },
          "payment_link": {
            "type": "string"
          },
          "items": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "name": {
                  "type": "string",
                  "description": "The `title` you sent."
                },
                "qty": {
                  "type": "number"
                },
                "price": {
                  "type": "number",
                  "description": "The price of one unit, before the fee."
                }
              },
              "required": [
                "name",
                "qty",
                "price"
              ]
            },
            "description": "At least one."
          },
          "due_date": {
            "type": "string",
            "format": "date",
            "description": "`YYYY-MM-DD`."
          },
          "customer_id": {
            "type": "string",
            "format": "uuid"
          },
          "voided_on": {
            "description": "`DD Mon, YYYY`. Absent unless you have voided it, or credited all of it.",
            "type": "string",
            "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$"
          },
          "reference": {
            "description": "Your own number, if you sent one.",
            "type": "string"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          },
          "amount_credited": {
            "description": "The total of the credit notes issued before the invoice was paid. Absent unless some or all of it was credited.",
            "type": "number"
          }
        },
        "required": [
          "id",
          "amount",
          "currency",
          "email",
          "provider",
          "status",
          "created_on",
          "paid_on",
          "payment_link",
          "items",
          "due_date",
          "customer_id"
        ],
        "title": "Invoice",
        "description": "Returned when you check an invoice or get a customer, and sent in webhooks.",
        "examples": [
          {
            "id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
            "amount": 159.28,
            "currency": "USD",
            "email": "mary@example.com",
            "provider": "card",
            "status": "Paid",
            "created_on": "02 Mar, 2026",
            "paid_on": "03 Mar, 2026",
            "payment_link": "https://pay.example.com/pay/0351LT10lcnLt9rW77EtbO7cMm510JrottE6HBF1Fw21",
            "items": [
              {
                "name": "Consulting, hours",
                "qty": 1.5,
                "price": 80
              },
              {
                "name": "Travel",
                "qty": 1,
                "price": 34.5
              }
            ],
            "due_date": "2026-04-01",
            "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "reference": "order-1042",
            "metadata": {
              "source": "web shop"
            }
          }
        ]
      }
    },
    "required": [
      "status",
      "invoice"
    ]
  }
},
{
  "id": "updateInvoice",
  "method": "PATCH",
  "path": "/api/v2/invoice/{invoice_id}",
  "scope": "invoices",
  "resource": "invoices",
  "name": "update",
  "summary": "Update an invoice",
  "description": "Updates the fields that you send, of an invoice that is neither paid nor voided.",
  "takesIdempotencyKey": false,
  "params": [
    "invoice_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "invoice_id": {
        "type": "string",
        "description": "The invoice."
      },
      "redirect_url": {
        "description": "The page that the buyer goes to after paying. `null` for a thank-you page.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 2048
          },
          {
            "type": "null"
          }
        ]
      },
      "webhook_url": {
        "description": "Receives later changes of status. `null` for none.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 2048
          },
          {
            "type": "null"
          }
        ]
      },
      "due_date": {
        "type": "string",
        "format": "date",
        "description": "`YYYY-MM-DD`. Reminders follow it. A day in the past is accepted."
      },
      "reference": {
        "description": "Your own number, such as that of the order.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "metadata": {
        "description": "Merged by key into what there is: a string sets a key, `null` removes it, and the others stay. `null` instead of an object removes all. The limits hold for the result.",
        "anyOf": [
          {
            "type": "object",
            "propertyNames": {
              "type": "string",
              "maxLength": 40
            },
            "additionalProperties": {
              "anyOf": [
                {
                  "type": "string",
                  "maxLength": 500
                },
                {
                  "type": "null"
                }
              ]
            }
          },
          {
            "type": "null"
          }
        ]
      }
    },
    "required": [
      "invoice_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "invoice": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "amount": {
            "type": "number",
            "description": "The amount that the buyer pays or has paid, including any fee on top."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "email": {
            "type": "string",
            "description": "The customer's email."
          },
          "provider": {
            "description": "The payment method: `card`, or `bank_transfer`, `cash`, `check` or `other` where you recorded the payment. `null` until the invoice is paid.",
            "type": [
              "string",
              "null"
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "Invoice Created",
              "Paid",
              "Unpaid",
              "Failed"
            ],
            "description": "See Statuses."
          },
          "created_on": {
            "type": "string",
            "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$",
            "description": "`DD Mon, YYYY`."
          },
          "paid_on": {
            "anyOf": [
              {
                "type": "string",
                "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$"
              },
              {
                "type": "null"
              }
            ],
            "description": "`DD Mon, YYYY`. `null` until the invoice is paid."
          },
          "payment_link": {
            "type": "string"
          },
          "items": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "name": {
                  "type": "string",
                  "description": "The `title` you sent."
                },
                "qty": {
                  "type": "number"
                },
                "price": {
                  "type": "number",
                  "description": "The price of one unit, before the fee."
                }
              },
              "required": [
                "name",
                "qty",
                "price"
              ]
            },
            "description": "At least one."
          },
          "due_date": {
            "type": "string",
            "format": "date",
            "description": "`YYYY-MM-DD`."
          },
          "customer_id": {
            "type": "string",
            "format": "uuid"
          },
          "voided_on": {
            "description": "`DD Mon, YYYY`. Absent unless you have voided it, or credited all of it.",
            "type": "string",
            "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$"
          },
          "reference": {
            "description": "Your own number, if you sent one.",
            "type": "string"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          },
          "amount_credited": {
            "type": "number",
            "description": "The total of the credit notes issued before the invoice was paid."
          },
          "base_amount": {
            "type": "number",
            "description": "The amount before any fee on top. Your wallet receives it when a card pays, less the fee if you pay it."
          },
          "number": {
            "type": "string",
            "description": "As printed on the invoice."
          },
          "transaction_id": {
            "anyOf": [
              {
                "type": "string",
                "format": "uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The payment, as on the buyer’s redirect. `null` until the invoice is paid."
          },
          "amount_refunded": {
            "type": "number",
            "description": "The sum of the refunds, but for those that have failed."
          },
          "amount_due": {
            "type": "number",
            "description": "The part of `amount` that the buyer has still to pay: less after you have recorded a payment or issued a credit note, and 0 once the invoice is paid or voided."
          },
          "redirect_url": {
            "description": "The page that the buyer goes to after paying. `null` for a thank-you page.",
            "type": [
              "string",
              "null"
            ]
          },
          "webhook_url": {
            "description": "Receives every change of status. `null` if none.",
            "type": [
              "string",
              "null"
            ]
          },
          "recurring_invoice_id": {
            "anyOf": [
              {
                "type": "string",
                "format": "uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The recurring invoice that it comes from. `null` if none."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601."
          },
          "paid_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "ISO 8601. `null` until the invoice is paid."
          },
          "voided_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "ISO 8601. `null` unless you have voided it, or credited all of it."
          }
        },
        "required": [
          "id",
          "amount",
          "currency",
          "email",
          "provider",
          "status",
          "created_on",
          "paid_on",
          "payment_link",
          "items",
          "due_date",
          "customer_id",
          "amount_credited",
          "base_amount",
          "number",
          "transaction_id",
          "amount_refunded",
          "amount_due",
          "redirect_url",
          "webhook_url",
          "recurring_invoice_id",
          "created_at",
          "paid_at",
          "voided_at"
        ],
        "title": "Invoice, in detail",
        "description": "An invoice with its payment, refunds, URLs and times: returned when you list, update, send, credit or void invoices.",
        "examples": [
          {
            "id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
            "amount": 159.28,
            "currency": "USD",
            "email": "mary@example.com",
            "provider": "card",
            "status": "Paid",
            "created_on": "02 Mar, 2026",
            "paid_on": "03 Mar, 2026",
            "payment_link": "https://pay.example.com/pay/0351LT10lcnLt9rW77EtbO7cMm510JrottE6HBF1Fw21",
            "items": [
              {
                "name": "Consulting, hours",
                "qty": 1.5,
                "price": 80
              },
              {
                "name": "Travel",
                "qty": 1,
                "price": 34.5
              }
            ],
            "due_date": "2026-04-01",
            "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "reference": "order-1042",
            "metadata": {
              "source": "web shop"
            },
            "amount_credited": 0,
            "base_amount": 154.5,
            "number": "INV-0042",
            "transaction_id": "0199d1c2-6f0a-7c55-b0a4-3f1c2d4e5f60",
            "amount_refunded": 0,
            "amount_due": 0,
            "redirect_url": "https://shop.example.com/thanks",
            "webhook_url": "https://shop.example.com/hooks/counterfoil",
            "recurring_invoice_id": null,
            "created_at": "2026-03-02T14:05:31.000Z",
            "paid_at": "2026-03-03T09:12:45.000Z",
            "voided_at": null
          }
        ]
      }
    },
    "required": [
      "status",
      "invoice"
    ]
  }
},
{
  "id": "listInvoices",
  "method": "GET",
  "path": "/api/v2/invoices",
  "scope": "read",
  "resource": "invoices",
  "name": "list",
  "summary": "List invoices",
  "description": "Returns your invoices, newest first, a page at a time.",
  "takesIdempotencyKey": false,
  "params": [],
  "query": [
    "status",
    "customer_id",
    "email",
    "reference",
    "transaction_id",
    "recurring_invoice_id",
    "idempotency_key",
    "created_from",
    "created_to",
    "limit",
    "after"
  ],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "enum": [
          "Invoice Created",
          "Paid",
          "Unpaid",
          "Failed"
        ],
        "description": "Exactly as in answers."
      },
      "customer_id": {
        "type": "string",
        "description": "The invoices of one customer."
      },
      "email": {
        "type": "string",
        "maxLength": 254,
        "description": "The email of a customer, in either case, in place of its id."
      },
      "reference": {
        "type": "string",
        "maxLength": 255,
        "description": "Your own number, exactly."
      },
      "transaction_id": {
        "type": "string",
        "description": "The invoice of the payment whose id the buyer brought to your `redirect_url`."
      },
      "recurring_invoice_id": {
        "type": "string",
        "description": "The invoices that come from a recurring invoice."
      },
      "idempotency_key": {
        "type": "string",
        "maxLength": 255,
        "description": "Those that a request with this `Idempotency-Key` has created."
      },
      "created_from": {
        "type": "string",
        "format": "date",
        "description": "The first day (UTC)."
      },
      "created_to": {
        "type": "string",
        "format": "date",
        "description": "The last day (UTC)."
      },
      "limit": {
        "default": 25,
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "format": "int64",
        "description": "The number of objects on a page."
      },
      "after": {
        "type": "string",
        "description": "The `next_cursor` of the page before, with the same filters."
      }
    },
    "required": [],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "invoices": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid"
            },
            "amount": {
              "type": "number",
              "description": "The amount that the buyer pays or has paid, including any fee on top."
            },
            "currency": {
              "type": "string",
              "description": "ISO 4217, in upper case."
            },
            "email": {
              "type": "string",
              "description": "The customer's email."
            },
            "provider": {
              "description": "The payment method: `card`, or `bank_transfer`, `cash`, `check` or `other` where you recorded the payment. `null` until the invoice is paid.",
              "type": [
                "string",
                "null"
              ]
            },
            "status": {
              "type": "string",
              "enum": [
                "Invoice Created",
                "Paid",
                "Unpaid",
                "Failed"
              ],
              "description": "See Statuses."
            },
            "created_on": {
              "type": "string",
              "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$",
              "description": "`DD Mon, YYYY`."
            },
            "paid_on": {
              "anyOf": [
                {
                  "type": "string",
                  "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$"
                },
                {
                  "type": "null"
                }
              ],
              "description": "`DD Mon, YYYY`. `null` until the invoice is paid."
            },
            "payment_link": {
              "type": "string"
            },
            "items": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "name": {
                    "type": "string",
                    "description": "The `title` you sent."
                  },
                  "qty": {
                    "type": "number"
                  },
                  "price": {
                    "type": "number",
                    "description": "The price of one unit, before the fee."
                  }
                },
                "required": [
                  "name",
                  "qty",
                  "price"
                ]
              },
              "description": "At least one."
            },
            "due_date": {
              "type": "string",
              "format": "date",
              "description": "`YYYY-MM-DD`."
            },
            "customer_id": {
              "type": "string",
              "format": "uuid"
            },
            "voided_on": {
              "description": "`DD Mon, YYYY`. Absent unless you have voided it, or credited all of it.",
              "type": "string",
              "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$"
            },
            "reference": {
              "description": "Your own number, if you sent one.",
              "type": "string"
            },
            "metadata": {
              "type": "object",
              "propertyNames": {
                "type": "string"
              },
              "additionalProperties": {
                "type": "string"
              },
              "description": "The metadata that you sent. Absent if you sent none."
            },
            "amount_credited": {
              "type": "number",
              "description": "The total of the credit notes issued before the invoice was paid."
            },
            "base_amount": {
              "type": "number",
              "description": "The amount before any fee on top. Your wallet receives it when a card pays, less the fee if you pay it."
            },
            "number": {
              "type": "string",
              "description": "As printed on the invoice."
            },
            "transaction_id": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "uuid"
                },
                {
                  "type": "null"
                }
              ],
              "description": "The payment, as on the buyer’s redirect. `null` until the invoice is paid."
            },
            "amount_refunded": {
              "type": "number",
              "description": "The sum of the refunds, but for those that have failed."
            },
            "amount_due": {
              "type": "number",
              "description": "The part of `amount` that the buyer has still to pay: less after you have recorded a payment or issued a credit note, and 0 once the invoice is paid or voided."
            },
            "redirect_url": {
              "description": "The page that the buyer goes to after paying. `null` for a thank-you page.",
              "type": [
                "string",
                "null"
              ]
            },
            "webhook_url": {
              "description": "Receives every change of status. `null` if none.",
              "type": [
                "string",
                "null"
              ]
            },
            "recurring_invoice_id": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "uuid"
                },
                {
                  "type": "null"
                }
              ],
              "description": "The recurring invoice that it comes from. `null` if none."
            },
            "created_at": {
              "type": "string",
              "format": "date-time",
              "description": "ISO 8601."
            },
            "paid_at": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "date-time"
                },
                {
                  "type": "null"
                }
              ],
              "description": "ISO 8601. `null` until the invoice is paid."
            },
            "voided_at": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "date-time"
                },
                {
                  "type": "null"
                }
              ],
              "description": "ISO 8601. `null` unless you have voided it, or credited all of it."
            }
          },
          "required": [
            "id",
            "amount",
            "currency",
            "email",
            "provider",
            "status",
            "created_on",
            "paid_on",
            "payment_link",
            "items",
            "due_date",
            "customer_id",
            "amount_credited",
            "base_amount",
            "number",
            "transaction_id",
            "amount_refunded",
            "amount_due",
            "redirect_url",
            "webhook_url",
            "recurring_invoice_id",
            "created_at",
            "paid_at",
            "voided_at"
          ],
          "title": "Invoice, in detail",
          "description": "An invoice with its payment, refunds, URLs and times: returned when you list, update, send, credit or void invoices.",
          "examples": [
            {
              "id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
              "amount": 159.28,
              "currency": "USD",
              "email": "mary@example.com",
              "provider": "card",
              "status": "Paid",
              "created_on": "02 Mar, 2026",
              "paid_on": "03 Mar, 2026",
              "payment_link": "https://pay.example.com/pay/0351LT10lcnLt9rW77EtbO7cMm510JrottE6HBF1Fw21",
              "items": [
                {
                  "name": "Consulting, hours",
                  "qty": 1.5,
                  "price": 80
                },
                {
                  "name": "Travel",
                  "qty": 1,
                  "price": 34.5
                }
              ],
              "due_date": "2026-04-01",
              "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
              "reference": "order-1042",
              "metadata": {
                "source": "web shop"
              },
              "amount_credited": 0,
              "base_amount": 154.5,
              "number": "INV-0042",
              "transaction_id": "0199d1c2-6f0a-7c55-b0a4-3f1c2d4e5f60",
              "amount_refunded": 0,
              "amount_due": 0,
              "redirect_url": "https://shop.example.com/thanks",
              "webhook_url": "https://shop.example.com/hooks/counterfoil",
              "recurring_invoice_id": null,
              "created_at": "2026-03-02T14:05:31.000Z",
              "paid_at": "2026-03-03T09:12:45.000Z",
              "voided_at": null
            }
          ]
        }
      },
      "next_cursor": {
        "description": "Give it in `after` to get the next page. `null` at the end.",
        "examples": [
          null
        ],
        "type": [
          "string",
          "null"
        ]
      }
    },
    "required": [
      "status",
      "invoices",
      "next_cursor"
    ]
  }
},
{
  "id": "sendInvoice",
  "method": "POST",
  "path": "/api/v2/invoice/{invoice_id}/send",
  "scope": "invoices",
  "resource": "invoices",
  "name": "send",
  "summary": "Send an invoice again",
  "description": "Mails the payment link to the buyer again, as when the invoice was created.",
  "takesIdempotencyKey": true,
  "params": [
    "invoice_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "invoice_id": {
        "type": "string",
        "description": "The invoice."
      }
    },
    "required": [
      "invoice_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "invoice": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "amount": {
            "type": "number",
            "description": "The amount that the buyer pays or has paid, including any fee on top."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "email": {
            "type": "string",
            "description": "The customer's email."
          },
          "provider": {
            "description": "The payment method: `card`, or `bank_transfer`, `cash`, `check` or `other` where you recorded the payment. `null` until the invoice is paid.",
            "type": [
              "string",
              "null"
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "Invoice Created",
              "Paid",
              "Unpaid",
              "Failed"
            ],
            "description": "See Statuses."
          },
          "created_on": {
            "type": "string",
            "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$",
            "description": "`DD Mon, YYYY`."
          },
          "paid_on": {
            "anyOf": [
              {
                "type": "string",
                "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$"
              },
              {
                "type": "null"
              }
            ],
            "description": "`DD Mon, YYYY`. `null` until the invoice is paid."
          },
          "payment_link": {
            "type": "string"
          },
          "items": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "name": {
                  "type": "string",
                  "description": "The `title` you sent."
                },
                "qty": {
                  "type": "number"
                },
                "price": {
                  "type": "number",
                  "description": "The price of one unit, before the fee."
                }
              },
              "required": [
                "name",
                "qty",
                "price"
              ]
            },
            "description": "At least one."
          },
          "due_date": {
            "type": "string",
            "format": "date",
            "description": "`YYYY-MM-DD`."
          },
          "customer_id": {
            "type": "string",
            "format": "uuid"
          },
          "voided_on": {
            "description": "`DD Mon, YYYY`. Absent unless you have voided it, or credited all of it.",
            "type": "string",
            "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$"
          },
          "reference": {
            "description": "Your own number, if you sent one.",
            "type": "string"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          },
          "amount_credited": {
            "type": "number",
            "description": "The total of the credit notes issued before the invoice was paid."
          },
          "base_amount": {
            "type": "number",
            "description": "The amount before any fee on top. Your wallet receives it when a card pays, less the fee if you pay it."
          },
          "number": {
            "type": "string",
            "description": "As printed on the invoice."
          },
          "transaction_id": {
            "anyOf": [
              {
                "type": "string",
                "format": "uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The payment, as on the buyer’s redirect. `null` until the invoice is paid."
          },
          "amount_refunded": {
            "type": "number",
            "description": "The sum of the refunds, but for those that have failed."
          },
          "amount_due": {
            "type": "number",
            "description": "The part of `amount` that the buyer has still to pay: less after you have recorded a payment or issued a credit note, and 0 once the invoice is paid or voided."
          },
          "redirect_url": {
            "description": "The page that the buyer goes to after paying. `null` for a thank-you page.",
            "type": [
              "string",
              "null"
            ]
          },
          "webhook_url": {
            "description": "Receives every change of status. `null` if none.",
            "type": [
              "string",
              "null"
            ]
          },
          "recurring_invoice_id": {
            "anyOf": [
              {
                "type": "string",
                "format": "uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The recurring invoice that it comes from. `null` if none."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601."
          },
          "paid_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "ISO 8601. `null` until the invoice is paid."
          },
          "voided_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "ISO 8601. `null` unless you have voided it, or credited all of it."
          }
        },
        "required": [
          "id",
          "amount",
          "currency",
          "email",
          "provider",
          "status",
          "created_on",
          "paid_on",
          "payment_link",
          "items",
          "due_date",
          "customer_id",
          "amount_credited",
          "base_amount",
          "number",
          "transaction_id",
          "amount_refunded",
          "amount_due",
          "redirect_url",
          "webhook_url",
          "recurring_invoice_id",
          "created_at",
          "paid_at",
          "voided_at"
        ],
        "title": "Invoice, in detail",
        "description": "An invoice with its payment, refunds, URLs and times: returned when you list, update, send, credit or void invoices.",
        "examples": [
          {
            "id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
            "amount": 159.28,
            "currency": "USD",
            "email": "mary@example.com",
            "provider": "card",
            "status": "Paid",
            "created_on": "02 Mar, 2026",
            "paid_on": "03 Mar, 2026",
            "payment_link": "https://pay.example.com/pay/0351LT10lcnLt9rW77EtbO7cMm510JrottE6HBF1Fw21",
            "items": [
              {
                "name": "Consulting, hours",
                "qty": 1.5,
                "price": 80
              },
              {
                "name": "Travel",
                "qty": 1,
                "price": 34.5
              }
            ],
            "due_date": "2026-04-01",
            "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "reference": "order-1042",
            "metadata": {
              "source": "web shop"
            },
            "amount_credited": 0,
            "base_amount": 154.5,
            "number": "INV-0042",
            "transaction_id": "0199d1c2-6f0a-7c55-b0a4-3f1c2d4e5f60",
            "amount_refunded": 0,
            "amount_due": 0,
            "redirect_url": "https://shop.example.com/thanks",
            "webhook_url": "https://shop.example.com/hooks/counterfoil",
            "recurring_invoice_id": null,
            "created_at": "2026-03-02T14:05:31.000Z",
            "paid_at": "2026-03-03T09:12:45.000Z",
            "voided_at": null
          }
        ]
      },
      "mail": {
        "type": "object",
        "properties": {
          "recipient": {
            "type": "string"
          },
          "status": {
            "type": "string",
            "enum": [
              "queued",
              "kept"
            ],
            "description": "`kept`: it is in your mailbox, and will not be sent."
          },
          "reason": {
            "description": "Why it is kept; else `null`.",
            "type": [
              "string",
              "null"
            ]
          }
        },
        "required": [
          "recipient",
          "status",
          "reason"
        ],
        "examples": [
          {
            "recipient": "mary@example.com",
            "status": "kept",
            "reason": "Test mode sends email only to your own address"
          }
        ]
      }
    },
    "required": [
      "status",
      "invoice",
      "mail"
    ]
  }
},
{
  "id": "voidInvoice",
  "method": "POST",
  "path": "/api/v2/invoice/{invoice_id}/void",
  "scope": "invoices",
  "resource": "invoices",
  "name": "void",
  "summary": "Void an invoice",
  "description": "Cancels an invoice for good: nobody can pay it any more, and its payment link says so.",
  "takesIdempotencyKey": true,
  "params": [
    "invoice_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "invoice_id": {
        "type": "string",
        "description": "The invoice."
      }
    },
    "required": [
      "invoice_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "invoice": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "amount": {
            "type": "number",
            "description": "The amount that the buyer pays or has paid, including any fee on top."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "email": {
            "type": "string",
            "description": "The customer's email."
          },
          "provider": {
            "description": "The payment method: `card`, or `bank_transfer`, `cash`, `check` or `other` where you recorded the payment. `null` until the invoice is paid.",
            "type": [
              "string",
              "null"
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "Invoice Created",
              "Paid",
              "Unpaid",
              "Failed"
            ],
            "description": "See Statuses."
          },
          "created_on": {
            "type": "string",
            "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$",
            "description": "`DD Mon, YYYY`."
          },
          "paid_on": {
            "anyOf": [
              {
                "type": "string",
                "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$"
              },
              {
                "type": "null"
              }
            ],
            "description": "`DD Mon, YYYY`. `null` until the invoice is paid."
          },
          "payment_link": {
            "type": "string"
          },
          "items": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "name": {
                  "type": "string",
                  "description": "The `title` you sent."
                },
                "qty": {
                  "type": "number"
                },
                "price": {
                  "type": "number",
                  "description": "The price of one unit, before the fee."
                }
              },
              "required": [
                "name",
                "qty",
                "price"
              ]
            },
            "description": "At least one."
          },
          "due_date": {
            "type": "string",
            "format": "date",
            "description": "`YYYY-MM-DD`."
          },
          "customer_id": {
            "type": "string",
            "format": "uuid"
          },
          "voided_on": {
            "description": "`DD Mon, YYYY`. Absent unless you have voided it, or credited all of it.",
            "type": "string",
            "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$"
          },
          "reference": {
            "description": "Your own number, if you sent one.",
            "type": "string"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          },
          "amount_credited": {
            "type": "number",
            "description": "The total of the credit notes issued before the invoice was paid."
          },
          "base_amount": {
            "type": "number",
            "description": "The amount before any fee on top. Your wallet receives it when a card pays, less the fee if you pay it."
          },
          "number": {
            "type": "string",
            "description": "As printed on the invoice."
          },
          "transaction_id": {
            "anyOf": [
              {
                "type": "string",
                "format": "uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The payment, as on the buyer’s redirect. `null` until the invoice is paid."
          },
          "amount_refunded": {
            "type": "number",
            "description": "The sum of the refunds, but for those that have failed."
          },
          "amount_due": {
            "type": "number",
            "description": "The part of `amount` that the buyer has still to pay: less after you have recorded a payment or issued a credit note, and 0 once the invoice is paid or voided."
          },
          "redirect_url": {
            "description": "The page that the buyer goes to after paying. `null` for a thank-you page.",
            "type": [
              "string",
              "null"
            ]
          },
          "webhook_url": {
            "description": "Receives every change of status. `null` if none.",
            "type": [
              "string",
              "null"
            ]
          },
          "recurring_invoice_id": {
            "anyOf": [
              {
                "type": "string",
                "format": "uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The recurring invoice that it comes from. `null` if none."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601."
          },
          "paid_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "ISO 8601. `null` until the invoice is paid."
          },
          "voided_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "ISO 8601. `null` unless you have voided it, or credited all of it."
          }
        },
        "required": [
          "id",
          "amount",
          "currency",
          "email",
          "provider",
          "status",
          "created_on",
          "paid_on",
          "payment_link",
          "items",
          "due_date",
          "customer_id",
          "amount_credited",
          "base_amount",
          "number",
          "transaction_id",
          "amount_refunded",
          "amount_due",
          "redirect_url",
          "webhook_url",
          "recurring_invoice_id",
          "created_at",
          "paid_at",
          "voided_at"
        ],
        "title": "Invoice, in detail",
        "description": "An invoice with its payment, refunds, URLs and times: returned when you list, update, send, credit or void invoices.",
        "examples": [
          {
            "id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
            "amount": 159.28,
            "currency": "USD",
            "email": "mary@example.com",
            "provider": "card",
            "status": "Paid",
            "created_on": "02 Mar, 2026",
            "paid_on": "03 Mar, 2026",
            "payment_link": "https://pay.example.com/pay/0351LT10lcnLt9rW77EtbO7cMm510JrottE6HBF1Fw21",
            "items": [
              {
                "name": "Consulting, hours",
                "qty": 1.5,
                "price": 80
              },
              {
                "name": "Travel",
                "qty": 1,
                "price": 34.5
              }
            ],
            "due_date": "2026-04-01",
            "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "reference": "order-1042",
            "metadata": {
              "source": "web shop"
            },
            "amount_credited": 0,
            "base_amount": 154.5,
            "number": "INV-0042",
            "transaction_id": "0199d1c2-6f0a-7c55-b0a4-3f1c2d4e5f60",
            "amount_refunded": 0,
            "amount_due": 0,
            "redirect_url": "https://shop.example.com/thanks",
            "webhook_url": "https://shop.example.com/hooks/counterfoil",
            "recurring_invoice_id": null,
            "created_at": "2026-03-02T14:05:31.000Z",
            "paid_at": "2026-03-03T09:12:45.000Z",
            "voided_at": null
          }
        ]
      }
    },
    "required": [
      "status",
      "invoice"
    ]
  }
},
{
  "id": "creditInvoice",
  "method": "POST",
  "path": "/api/v2/invoice/{invoice_id}/credit",
  "scope": "invoices",
  "resource": "invoices",
  "name": "credit",
  "summary": "Credit an open invoice",
  "description": "Issues a credit note for an invoice that is not paid yet, in whole or in part. No money moves.",
  "takesIdempotencyKey": true,
  "params": [
    "invoice_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "invoice_id": {
        "type": "string",
        "description": "The invoice."
      },
      "amount": {
        "description": "In major units of the invoice’s currency, above 0, before a fee that your customer pays. This or `items` is required.",
        "type": [
          "number",
          "string"
        ]
      },
      "items": {
        "description": "Instead of `amount`: the items that the credit is about, each with its amount. Their sum is credited, and the credit note has these items alone.",
        "maxItems": 100,
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "item": {
              "type": "integer",
              "minimum": 1,
              "maximum": 100,
              "description": "Its place among the `items` of the invoice: 1 is the first one.",
              "format": "int64"
            },
            "amount": {
              "description": "In major units, above 0, with the tax of the item and without a fee on top.",
              "type": [
                "number",
                "string"
              ]
            }
          },
          "required": [
            "item",
            "amount"
          ]
        }
      },
      "reason": {
        "description": "On the credit note and in the email to your customer.",
        "type": "string",
        "maxLength": 255
      }
    },
    "required": [
      "invoice_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "credit": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `credit_id` in paths."
          },
          "invoice_id": {
            "type": "string",
            "format": "uuid"
          },
          "number": {
            "type": "string",
            "description": "As printed on the credit note: the invoice number and a counter, such as `INV-0042-CN1`."
          },
          "amount": {
            "type": "number",
            "description": "How much the credit reduced the amount due, including its share of any fee on top."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "reason": {
            "description": "As printed on the credit note. `null` if you gave none.",
            "type": [
              "string",
              "null"
            ]
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601, in UTC."
          }
        },
        "required": [
          "id",
          "invoice_id",
          "number",
          "amount",
          "currency",
          "reason",
          "created_at"
        ],
        "title": "Credit",
        "description": "A credit note that reduced the amount due on an invoice before it was paid: returned when you credit an invoice, and when you get or list credits.",
        "examples": [
          {
            "id": "0199d1c2-8d2a-7e41-9c3b-5a1f0c7e2d68",
            "invoice_id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
            "number": "INV-0042-CN1",
            "amount": 35.57,
            "currency": "USD",
            "reason": "The trip was canceled",
            "created_at": "2026-03-02T16:40:00.000Z"
          }
        ]
      },
      "invoice": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "amount": {
            "type": "number",
            "description": "The amount that the buyer pays or has paid, including any fee on top."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "email": {
            "type": "string",
            "description": "The customer's email."
          },
          "provider": {
            "description": "The payment method: `card`, or `bank_transfer`, `cash`, `check` or `other` where you recorded the payment. `null` until the invoice is paid.",
            "type": [
              "string",
              "null"
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "Invoice Created",
              "Paid",
              "Unpaid",
              "Failed"
            ],
            "description": "See Statuses."
          },
          "created_on": {
            "type": "string",
            "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$",
            "description": "`DD Mon, YYYY`."
          },
          "paid_on": {
            "anyOf": [
              {
                "type": "string",
                "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$"
              },
              {
                "type": "null"
              }
            ],
            "description": "`DD Mon, YYYY`. `null` until the invoice is paid."
          },
          "payment_link": {
            "type": "string"
          },
          "items": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "name": {
                  "type": "string",
                  "description": "The `title` you sent."
                },
                "qty": {
                  "type": "number"
                },
                "price": {
                  "type": "number",
                  "description": "The price of one unit, before the fee."
                }
              },
              "required": [
                "name",
                "qty",
                "price"
              ]
            },
            "description": "At least one."
          },
          "due_date": {
            "type": "string",
            "format": "date",
            "description": "`YYYY-MM-DD`."
          },
          "customer_id": {
            "type": "string",
            "format": "uuid"
          },
          "voided_on": {
            "description": "`DD Mon, YYYY`. Absent unless you have voided it, or credited all of it.",
            "type": "string",
            "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$"
          },
          "reference": {
            "description": "Your own number, if you sent one.",
            "type": "string"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          },
          "amount_credited": {
            "type": "number",
            "description": "The total of the credit notes issued before the invoice was paid."
          },
          "base_amount": {
            "type": "number",
            "description": "The amount before any fee on top. Your wallet receives it when a card pays, less the fee if you pay it."
          },
          "number": {
            "type": "string",
            "description": "As printed on the invoice."
          },
          "transaction_id": {
            "anyOf": [
              {
                "type": "string",
                "format": "uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The payment, as on the buyer’s redirect. `null` until the invoice is paid."
          },
          "amount_refunded": {
            "type": "number",
            "description": "The sum of the refunds, but for those that have failed."
          },
          "amount_due": {
            "type": "number",
            "description": "The part of `amount` that the buyer has still to pay: less after you have recorded a payment or issued a credit note, and 0 once the invoice is paid or voided."
          },
          "redirect_url": {
            "description": "The page that the buyer goes to after paying. `null` for a thank-you page.",
            "type": [
              "string",
              "null"
            ]
          },
          "webhook_url": {
            "description": "Receives every change of status. `null` if none.",
            "type": [
              "string",
              "null"
            ]
          },
          "recurring_invoice_id": {
            "anyOf": [
              {
                "type": "string",
                "format": "uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The recurring invoice that it comes from. `null` if none."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601."
          },
          "paid_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "ISO 8601. `null` until the invoice is paid."
          },
          "voided_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "ISO 8601. `null` unless you have voided it, or credited all of it."
          }
        },
        "required": [
          "id",
          "amount",
          "currency",
          "email",
          "provider",
          "status",
          "created_on",
          "paid_on",
          "payment_link",
          "items",
          "due_date",
          "customer_id",
          "amount_credited",
          "base_amount",
          "number",
          "transaction_id",
          "amount_refunded",
          "amount_due",
          "redirect_url",
          "webhook_url",
          "recurring_invoice_id",
          "created_at",
          "paid_at",
          "voided_at"
        ],
        "title": "Invoice, in detail",
        "description": "An invoice with its payment, refunds, URLs and times: returned when you list, update, send, credit or void invoices.",
        "examples": [
          {
            "id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
            "amount": 159.28,
            "currency": "USD",
            "email": "mary@example.com",
            "provider": "card",
            "status": "Paid",
            "created_on": "02 Mar, 2026",
            "paid_on": "03 Mar, 2026",
            "payment_link": "https://pay.example.com/pay/0351LT10lcnLt9rW77EtbO7cMm510JrottE6HBF1Fw21",
            "items": [
              {
                "name": "Consulting, hours",
                "qty": 1.5,
                "price": 80
              },
              {
                "name": "Travel",
                "qty": 1,
                "price": 34.5
              }
            ],
            "due_date": "2026-04-01",
            "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "reference": "order-1042",
            "metadata": {
              "source": "web shop"
            },
            "amount_credited": 0,
            "base_amount": 154.5,
            "number": "INV-0042",
            "transaction_id": "0199d1c2-6f0a-7c55-b0a4-3f1c2d4e5f60",
            "amount_refunded": 0,
            "amount_due": 0,
            "redirect_url": "https://shop.example.com/thanks",
            "webhook_url": "https://shop.example.com/hooks/counterfoil",
            "recurring_invoice_id": null,
            "created_at": "2026-03-02T14:05:31.000Z",
            "paid_at": "2026-03-03T09:12:45.000Z",
            "voided_at": null
          }
        ]
      }
    },
    "required": [
      "status",
      "credit",
      "invoice"
    ]
  }
},
{
  "id": "createRecurringInvoice",
  "method": "POST",
  "path": "/api/v2/recurring-invoices",
  "scope": "invoices",
  "resource": "recurringInvoices",
  "name": "create",
  "summary": "Create a recurring invoice",
  "description": "Creates an invoice every week, month, quarter or year, starting on `start_on`. It takes the same fields as a single invoice.",
  "takesIdempotencyKey": true,
  "params": [],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "customer_id": {
        "description": "An existing customer. This or `email` is required. With both, `email` is ignored.",
        "type": "string"
      },
      "email": {
        "description": "The customer with this address; one is created, with the address as name, if there is none. This or `customer_id` is required.",
        "type": "string",
        "maxLength": 254
      },
      "amount": {
        "description": "The whole amount before the fee, above 0. It becomes one item, titled `Payment`. This or `items` is required. Ignored when there are items.",
        "type": [
          "number",
          "string"
        ]
      },
      "items": {
        "description": "The total is their sum. An empty array counts as not given.",
        "maxItems": 100,
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "title": {
              "type": "string",
              "maxLength": 255,
              "description": "The name of the item."
            },
            "qty": {
              "description": "Above 0, with at most six decimals.",
              "type": [
                "number",
                "string"
              ]
            },
            "price": {
              "description": "The price of one unit: 0 or more, with at most the currency's decimals.",
              "type": [
                "number",
                "string"
              ]
            }
          },
          "required": [
            "title",
            "qty",
            "price"
          ]
        }
      },
      "currency": {
        "default": "USD",
        "description": "An ISO 4217 code, in either case.",
        "type": "string"
      },
      "redirect_url": {
        "description": "The page that the buyer goes to after paying, with `transaction_id` added at the end of its query. http or https, without a user name. Defaults to a thank-you page.",
        "type": "string",
        "maxLength": 2048
      },
      "webhook_url": {
        "description": "Receives every change of status of the invoice. The same rules as for `redirect_url`.",
        "type": "string",
        "maxLength": 2048
      },
      "reference": {
        "description": "Your own number, such as that of the order.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "metadata": {
        "description": "Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500.",
        "anyOf": [
          {
            "type": "object",
            "propertyNames": {
              "type": "string",
              "maxLength": 40
            },
            "additionalProperties": {
              "type": "string",
              "maxLength": 500
            }
          },
          {
            "type": "null"
          }
        ]
      },
      "interval": {
        "type": "string",
        "enum": [
          "week",
          "month",
          "quarter",
          "year"
        ],
        "description": "The time from one invoice to the next. A quarter is three months."
      },
      "interval_count": {
        "default": 1,
        "description": "2 for every second week, and so on: up to 52 weeks, 36 months, 12 quarters or 10 years.",
        "type": "integer",
        "minimum": 1,
        "maximum": 52,
        "format": "int64"
      },
      "start_on": {
        "type": "string",
        "format": "date",
        "description": "`YYYY-MM-DD`, in UTC: the day of the first invoice. Today: at once. The others come on the same day of the week or month; where a month is too short, on its last day."
      },
      "end_on": {
        "description": "`YYYY-MM-DD`: no invoice is later. Without it they go on until you end it.",
        "type": "string",
        "format": "date"
      },
      "delivery": {
        "type": "string",
        "enum": [
          "send",
          "draft"
        ],
        "description": "`send`: each invoice is sent on its day. `draft`: it is left as a draft in the dashboard."
      },
      "due_after_days": {
        "default": 30,
        "description": "The days from the day of an invoice until it is due, up to 365.",
        "type": "integer",
        "minimum": 0,
        "maximum": 365,
        "format": "int64"
      }
    },
    "required": [
      "interval",
      "start_on",
      "delivery"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "recurring_invoice": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "status": {
            "type": "string",
            "enum": [
              "active",
              "paused",
              "ended"
            ],
            "description": "`paused`: nothing is sent until it is `active` again. `ended`: for good."
          },
          "stop_reason": {
            "anyOf": [
              {
                "type": "string",
                "enum": [
                  "vendor_banned",
                  "live_mode_not_approved",
                  "customer_archived",
                  "payment_provider_failed",
                  "terms_not_valid",
                  "too_many_drafts"
                ]
              },
              {
                "type": "null"
              }
            ],
            "description": "Why we have paused it. `null` if you did, or if it isn’t paused."
          },
          "customer_id": {
            "type": "string",
            "format": "uuid"
          },
          "amount": {
            "type": "number",
            "description": "The base amount of each invoice: the sum of the items. The fee is that of the day on which an invoice is created."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "items": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "name": {
                  "type": "string",
                  "description": "The `title` you sent."
                },
                "qty": {
                  "type": "number"
                },
                "price": {
                  "type": "number",
                  "description": "The price of one unit, before the fee."
                }
              },
              "required": [
                "name",
                "qty",
                "price"
              ]
            },
            "description": "At least one."
          },
          "redirect_url": {
            "description": "The page that the buyer goes to after paying. `null` for a thank-you page.",
            "type": [
              "string",
              "null"
            ]
          },
          "webhook_url": {
            "description": "Receives every change of status of each invoice. `null` if none.",
            "type": [
              "string",
              "null"
            ]
          },
          "interval": {
            "type": "string",
            "enum": [
              "week",
              "month",
              "quarter",
              "year"
            ],
            "description": "From one invoice to the next. Three months are a `quarter`."
          },
          "interval_count": {
            "type": "integer",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "The number of intervals in between: 2 for every second week.",
            "format": "int64"
          },
          "start_on": {
            "type": "string",
            "format": "date",
            "description": "`YYYY-MM-DD`: the day from which the intervals are counted."
          },
          "end_on": {
            "anyOf": [
              {
                "type": "string",
                "format": "date"
              },
              {
                "type": "null"
              }
            ],
            "description": "No invoice is later. `null` if it goes on until it is ended."
          },
          "end_after": {
            "anyOf": [
              {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              },
              {
                "type": "null"
              }
            ],
            "description": "The number of invoices after which it ends, if somebody has set one in the dashboard."
          },
          "delivery": {
            "type": "string",
            "enum": [
              "send",
              "draft"
            ],
            "description": "`send`: each invoice is sent on its day. `draft`: it is left as a draft in the dashboard."
          },
          "due_after_days": {
            "type": "integer",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "The days from the day of an invoice until it is due.",
            "format": "int64"
          },
          "next_on": {
            "anyOf": [
              {
                "type": "string",
                "format": "date"
              },
              {
                "type": "null"
              }
            ],
            "description": "The day of the next invoice: in UTC, or in the vendor’s time zone if somebody has set it up in the dashboard. `null` unless it is `active`."
          },
          "invoice_count": {
            "type": "integer",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "The number of invoices so far, with those that were left as drafts.",
            "format": "int64"
          },
          "last_invoice_id": {
            "anyOf": [
              {
                "type": "string",
                "format": "uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The latest invoice. `null` if there is none, or only drafts that nobody has sent."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601."
          },
          "reference": {
            "description": "Your own number, which each invoice has too. Absent if you sent none.",
            "type": "string"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          }
        },
        "required": [
          "id",
          "status",
          "stop_reason",
          "customer_id",
          "amount",
          "currency",
          "items",
          "redirect_url",
          "webhook_url",
          "interval",
          "interval_count",
          "start_on",
          "end_on",
          "end_after",
          "delivery",
          "due_after_days",
          "next_on",
          "invoice_count",
          "last_invoice_id",
          "created_at"
        ],
        "title": "Recurring invoice",
        "description": "Creates an invoice every week, month, quarter or year.",
        "examples": [
          {
            "id": "0199d1c2-9d3c-7f0b-a1be-6f0c4f1d2e3a",
            "status": "active",
            "stop_reason": null,
            "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "amount": 49,
            "currency": "USD",
            "items": [
              {
                "name": "Hosting",
                "qty": 1,
                "price": 49
              }
            ],
            "redirect_url": null,
            "webhook_url": "https://shop.example.com/hooks/counterfoil",
            "interval": "month",
            "interval_count": 1,
            "start_on": "2030-01-31",
            "end_on": null,
            "end_after": null,
            "delivery": "send",
            "due_after_days": 14,
            "next_on": "2030-01-31",
            "invoice_count": 0,
            "last_invoice_id": null,
            "created_at": "2026-03-02T14:06:12.000Z",
            "reference": "contract-17",
            "metadata": {
              "plan": "small"
            }
          }
        ]
      }
    },
    "required": [
      "status",
      "recurring_invoice"
    ]
  }
},
{
  "id": "listRecurringInvoices",
  "method": "GET",
  "path": "/api/v2/recurring-invoices",
  "scope": "read",
  "resource": "recurringInvoices",
  "name": "list",
  "summary": "List recurring invoices",
  "description": "Returns your recurring invoices, newest first, a page at a time.",
  "takesIdempotencyKey": false,
  "params": [],
  "query": [
    "customer_id",
    "status",
    "limit",
    "after"
  ],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "customer_id": {
        "type": "string",
        "description": "Those of one customer."
      },
      "status": {
        "type": "string",
        "enum": [
          "active",
          "paused",
          "ended"
        ]
      },
      "limit": {
        "default": 25,
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "format": "int64",
        "description": "The number of objects on a page."
      },
      "after": {
        "type": "string",
        "description": "The `next_cursor` of the page before, with the same filters."
      }
    },
    "required": [],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "recurring_invoices": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid"
            },
            "status": {
              "type": "string",
              "enum": [
                "active",
                "paused",
                "ended"
              ],
              "description": "`paused`: nothing is sent until it is `active` again. `ended`: for good."
            },
            "stop_reason": {
              "anyOf": [
                {
                  "type": "string",
                  "enum": [
                    "vendor_banned",
                    "live_mode_not_approved",
                    "customer_archived",
                    "payment_provider_failed",
                    "terms_not_valid",
                    "too_many_drafts"
                  ]
                },
                {
                  "type": "null"
                }
              ],
              "description": "Why we have paused it. `null` if you did, or if it isn’t paused."
            },
            "customer_id": {
              "type": "string",
              "format": "uuid"
            },
            "amount": {
              "type": "number",
              "description": "The base amount of each invoice: the sum of the items. The fee is that of the day on which an invoice is created."
            },
            "currency": {
              "type": "string",
              "description": "ISO 4217, in upper case."
            },
            "items": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "name": {
                    "type": "string",
                    "description": "The `title` you sent."
                  },
                  "qty": {
                    "type": "number"
                  },
                  "price": {
                    "type": "number",
                    "description": "The price of one unit, before the fee."
                  }
                },
                "required": [
                  "name",
                  "qty",
                  "price"
                ]
              },
              "description": "At least one."
            },
            "redirect_url": {
              "description": "The page that the buyer goes to after paying. `null` for a thank-you page.",
              "type": [
                "string",
                "null"
              ]
            },
            "webhook_url": {
              "description": "Receives every change of status of each invoice. `null` if none.",
              "type": [
                "string",
                "null"
              ]
            },
            "interval": {
              "type": "string",
              "enum": [
                "week",
                "month",
                "quarter",
                "year"
              ],
              "description": "From one invoice to the next. Three months are a `quarter`."
            },
            "interval_count": {
              "type": "integer",
              "minimum": -9007199254740991,
              "maximum": 9007199254740991,
              "description": "The number of intervals in between: 2 for every second week.",
              "format": "int64"
            },
            "start_on": {
              "type": "string",
              "format": "date",
              "description": "`YYYY-MM-DD`: the day from which the intervals are counted."
            },
            "end_on": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "date"
                },
                {
                  "type": "null"
                }
              ],
              "description": "No invoice is later. `null` if it goes on until it is ended."
            },
            "end_after": {
              "anyOf": [
                {
                  "type": "integer",
                  "minimum": -9007199254740991,
                  "maximum": 9007199254740991,
                  "format": "int64"
                },
                {
                  "type": "null"
                }
              ],
              "description": "The number of invoices after which it ends, if somebody has set one in the dashboard."
            },
            "delivery": {
              "type": "string",
              "enum": [
                "send",
                "draft"
              ],
              "description": "`send`: each invoice is sent on its day. `draft`: it is left as a draft in the dashboard."
            },
            "due_after_days": {
              "type": "integer",
              "minimum": -9007199254740991,
              "maximum": 9007199254740991,
              "description": "The days from the day of an invoice until it is due.",
              "format": "int64"
            },
            "next_on": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "date"
                },
                {
                  "type": "null"
                }
              ],
              "description": "The day of the next invoice: in UTC, or in the vendor’s time zone if somebody has set it up in the dashboard. `null` unless it is `active`."
            },
            "invoice_count": {
              "type": "integer",
              "minimum": -9007199254740991,
              "maximum": 9007199254740991,
              "description": "The number of invoices so far, with those that were left as drafts.",
              "format": "int64"
            },
            "last_invoice_id": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "uuid"
                },
                {
                  "type": "null"
                }
              ],
              "description": "The latest invoice. `null` if there is none, or only drafts that nobody has sent."
            },
            "created_at": {
              "type": "string",
              "format": "date-time",
              "description": "ISO 8601."
            },
            "reference": {
              "description": "Your own number, which each invoice has too. Absent if you sent none.",
              "type": "string"
            },
            "metadata": {
              "type": "object",
              "propertyNames": {
                "type": "string"
              },
              "additionalProperties": {
                "type": "string"
              },
              "description": "The metadata that you sent. Absent if you sent none."
            }
          },
          "required": [
            "id",
            "status",
            "stop_reason",
            "customer_id",
            "amount",
            "currency",
            "items",
            "redirect_url",
            "webhook_url",
            "interval",
            "interval_count",
            "start_on",
            "end_on",
            "end_after",
            "delivery",
            "due_after_days",
            "next_on",
            "invoice_count",
            "last_invoice_id",
            "created_at"
          ],
          "title": "Recurring invoice",
          "description": "Creates an invoice every week, month, quarter or year.",
          "examples": [
            {
              "id": "0199d1c2-9d3c-7f0b-a1be-6f0c4f1d2e3a",
              "status": "active",
              "stop_reason": null,
              "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
              "amount": 49,
              "currency": "USD",
              "items": [
                {
                  "name": "Hosting",
                  "qty": 1,
                  "price": 49
                }
              ],
              "redirect_url": null,
              "webhook_url": "https://shop.example.com/hooks/counterfoil",
              "interval": "month",
              "interval_count": 1,
              "start_on": "2030-01-31",
              "end_on": null,
              "end_after": null,
              "delivery": "send",
              "due_after_days": 14,
              "next_on": "2030-01-31",
              "invoice_count": 0,
              "last_invoice_id": null,
              "created_at": "2026-03-02T14:06:12.000Z",
              "reference": "contract-17",
              "metadata": {
                "plan": "small"
              }
            }
          ]
        }
      },
      "next_cursor": {
        "description": "Give it in `after` to get the next page. `null` at the end.",
        "examples": [
          null
        ],
        "type": [
          "string",
          "null"
        ]
      }
    },
    "required": [
      "status",
      "recurring_invoices",
      "next_cursor"
    ]
  }
},
{
  "id": "getRecurringInvoice",
  "method": "GET",
  "path": "/api/v2/recurring-invoices/{recurring_invoice_id}",
  "scope": "read",
  "resource": "recurringInvoices",
  "name": "get",
  "summary": "Get a recurring invoice",
  "description": "Returns a recurring invoice as it is now: the day of the next invoice, and the latest one.",
  "takesIdempotencyKey": false,
  "params": [
    "recurring_invoice_id"
  ],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "recurring_invoice_id": {
        "type": "string",
        "description": "The recurring invoice."
      }
    },
    "required": [
      "recurring_invoice_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "recurring_invoice": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "status": {
            "type": "string",
            "enum": [
              "active",
              "paused",
              "ended"
            ],
            "description": "`paused`: nothing is sent until it is `active` again. `ended`: for good."
          },
          "stop_reason": {
            "anyOf": [
              {
                "type": "string",
                "enum": [
                  "vendor_banned",
                  "live_mode_not_approved",
                  "customer_archived",
                  "payment_provider_failed",
                  "terms_not_valid",
                  "too_many_drafts"
                ]
              },
              {
                "type": "null"
              }
            ],
            "description": "Why we have paused it. `null` if you did, or if it isn’t paused."
          },
          "customer_id": {
            "type": "string",
            "format": "uuid"
          },
          "amount": {
            "type": "number",
            "description": "The base amount of each invoice: the sum of the items. The fee is that of the day on which an invoice is created."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "items": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "name": {
                  "type": "string",
                  "description": "The `title` you sent."
                },
                "qty": {
                  "type": "number"
                },
                "price": {
                  "type": "number",
                  "description": "The price of one unit, before the fee."
                }
              },
              "required": [
                "name",
                "qty",
                "price"
              ]
            },
            "description": "At least one."
          },
          "redirect_url": {
            "description": "The page that the buyer goes to after paying. `null` for a thank-you page.",
            "type": [
              "string",
              "null"
            ]
          },
          "webhook_url": {
            "description": "Receives every change of status of each invoice. `null` if none.",
            "type": [
              "string",
              "null"
            ]
          },
          "interval": {
            "type": "string",
            "enum": [
              "week",
              "month",
              "quarter",
              "year"
            ],
            "description": "From one invoice to the next. Three months are a `quarter`."
          },
          "interval_count": {
            "type": "integer",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "The number of intervals in between: 2 for every second week.",
            "format": "int64"
          },
          "start_on": {
            "type": "string",
            "format": "date",
            "description": "`YYYY-MM-DD`: the day from which the intervals are counted."
          },
          "end_on": {
            "anyOf": [
              {
                "type": "string",
                "format": "date"
              },
              {
                "type": "null"
              }
            ],
            "description": "No invoice is later. `null` if it goes on until it is ended."
          },
          "end_after": {
            "anyOf": [
              {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              },
              {
                "type": "null"
              }
            ],
            "description": "The number of invoices after which it ends, if somebody has set one in the dashboard."
          },
          "delivery": {
            "type": "string",
            "enum": [
              "send",
              "draft"
            ],
            "description": "`send`: each invoice is sent on its day. `draft`: it is left as a draft in the dashboard."
          },
          "due_after_days": {
            "type": "integer",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "The days from the day of an invoice until it is due.",
            "format": "int64"
          },
          "next_on": {
            "anyOf": [
              {
                "type": "string",
                "format": "date"
              },
              {
                "type": "null"
              }
            ],
            "description": "The day of the next invoice: in UTC, or in the vendor’s time zone if somebody has set it up in the dashboard. `null` unless it is `active`."
          },
          "invoice_count": {
            "type": "integer",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "The number of invoices so far, with those that were left as drafts.",
            "format": "int64"
          },
          "last_invoice_id": {
            "anyOf": [
              {
                "type": "string",
                "format": "uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The latest invoice. `null` if there is none, or only drafts that nobody has sent."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601."
          },
          "reference": {
            "description": "Your own number, which each invoice has too. Absent if you sent none.",
            "type": "string"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          }
        },
        "required": [
          "id",
          "status",
          "stop_reason",
          "customer_id",
          "amount",
          "currency",
          "items",
          "redirect_url",
          "webhook_url",
          "interval",
          "interval_count",
          "start_on",
          "end_on",
          "end_after",
          "delivery",
          "due_after_days",
          "next_on",
          "invoice_count",
          "last_invoice_id",
          "created_at"
        ],
        "title": "Recurring invoice",
        "description": "Creates an invoice every week, month, quarter or year.",
        "examples": [
          {
            "id": "0199d1c2-9d3c-7f0b-a1be-6f0c4f1d2e3a",
            "status": "active",
            "stop_reason": null,
            "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "amount": 49,
            "currency": "USD",
            "items": [
              {
                "name": "Hosting",
                "qty": 1,
                "price": 49
              }
            ],
            "redirect_url": null,
            "webhook_url": "https://shop.example.com/hooks/counterfoil",
            "interval": "month",
            "interval_count": 1,
            "start_on": "2030-01-31",
            "end_on": null,
            "end_after": null,
            "delivery": "send",
            "due_after_days": 14,
            "next_on": "2030-01-31",
            "invoice_count": 0,
            "last_invoice_id": null,
            "created_at": "2026-03-02T14:06:12.000Z",
            "reference": "contract-17",
            "metadata": {
              "plan": "small"
            }
          }
        ]
      }
    },
    "required": [
      "status",
      "recurring_invoice"
    ]
  }
},
{
  "id": "updateRecurringInvoice",
  "method": "PATCH",
  "path": "/api/v2/recurring-invoices/{recurring_invoice_id}",
  "scope": "invoices",
  "resource": "recurringInvoices",
  "name": "update",
  "summary": "Pause, resume or end a recurring invoice",
  "description": "Changes the `status`. Invoices that were created stay as they are.",
  "takesIdempotencyKey": false,
  "params": [
    "recurring_invoice_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "recurring_invoice_id": {
        "type": "string",
        "description": "The recurring invoice."
      },
      "status": {
        "type": "string",
        "enum": [
          "active",
          "paused",
          "ended"
        ],
        "description": "`paused` sends nothing until it is `active` again. `ended` is for good."
      }
    },
    "required": [
      "recurring_invoice_id",
      "status"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "recurring_invoice": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "status": {
            "type": "string",
            "enum": [
              "active",
              "paused",
              "ended"
            ],
            "description": "`paused`: nothing is sent until it is `active` again. `ended`: for good."
          },
          "stop_reason": {
            "anyOf": [
              {
                "type": "string",
                "enum": [
                  "vendor_banned",
                  "live_mode_not_approved",
                  "customer_archived",
                  "payment_provider_failed",
                  "terms_not_valid",
                  "too_many_drafts"
                ]
              },
              {
                "type": "null"
              }
            ],
            "description": "Why we have paused it. `null` if you did, or if it isn’t paused."
          },
          "customer_id": {
            "type": "string",
            "format": "uuid"
          },
          "amount": {
            "type": "number",
            "description": "The base amount of each invoice: the sum of the items. The fee is that of the day on which an invoice is created."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "items": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "name": {
                  "type": "string",
                  "description": "The `title` you sent."
                },
                "qty": {
                  "type": "number"
                },
                "price": {
                  "type": "number",
                  "description": "The price of one unit, before the fee."
                }
              },
              "required": [
                "name",
                "qty",
                "price"
              ]
            },
            "description": "At least one."
          },
          "redirect_url": {
            "description": "The page that the buyer goes to after paying. `null` for a thank-you page.",
            "type": [
              "string",
              "null"
            ]
          },
          "webhook_url": {
            "description": "Receives every change of status of each invoice. `null` if none.",
            "type": [
              "string",
              "null"
            ]
          },
          "interval": {
            "type": "string",
            "enum": [
              "week",
              "month",
              "quarter",
              "year"
            ],
            "description": "From one invoice to the next. Three months are a `quarter`."
          },
          "interval_count": {
            "type": "integer",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "The number of intervals in between: 2 for every second week.",
            "format": "int64"
          },
          "start_on": {
            "type": "string",
            "format": "date",
            "description": "`YYYY-MM-DD`: the day from which the intervals are counted."
          },
          "end_on": {
            "anyOf": [
              {
                "type": "string",
                "format": "date"
              },
              {
                "type": "null"
              }
            ],
            "description": "No invoice is later. `null` if it goes on until it is ended."
          },
          "end_after": {
            "anyOf": [
              {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              },
              {
                "type": "null"
              }
            ],
            "description": "The number of invoices after which it ends, if somebody has set one in the dashboard."
          },
          "delivery": {
            "type": "string",
            "enum": [
              "send",
              "draft"
            ],
            "description": "`send`: each invoice is sent on its day. `draft`: it is left as a draft in the dashboard."
          },
          "due_after_days": {
            "type": "integer",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "The days from the day of an invoice until it is due.",
            "format": "int64"
          },
          "next_on": {
            "anyOf": [
              {
                "type": "string",
                "format": "date"
              },
              {
                "type": "null"
              }
            ],
            "description": "The day of the next invoice: in UTC, or in the vendor’s time zone if somebody has set it up in the dashboard. `null` unless it is `active`."
          },
          "invoice_count": {
            "type": "integer",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "The number of invoices so far, with those that were left as drafts.",
            "format": "int64"
          },
          "last_invoice_id": {
            "anyOf": [
              {
                "type": "string",
                "format": "uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The latest invoice. `null` if there is none, or only drafts that nobody has sent."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601."
          },
          "reference": {
            "description": "Your own number, which each invoice has too. Absent if you sent none.",
            "type": "string"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          }
        },
        "required": [
          "id",
          "status",
          "stop_reason",
          "customer_id",
          "amount",
          "currency",
          "items",
          "redirect_url",
          "webhook_url",
          "interval",
          "interval_count",
          "start_on",
          "end_on",
          "end_after",
          "delivery",
          "due_after_days",
          "next_on",
          "invoice_count",
          "last_invoice_id",
          "created_at"
        ],
        "title": "Recurring invoice",
        "description": "Creates an invoice every week, month, quarter or year.",
        "examples": [
          {
            "id": "0199d1c2-9d3c-7f0b-a1be-6f0c4f1d2e3a",
            "status": "active",
            "stop_reason": null,
            "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "amount": 49,
            "currency": "USD",
            "items": [
              {
                "name": "Hosting",
                "qty": 1,
                "price": 49
              }
            ],
            "redirect_url": null,
            "webhook_url": "https://shop.example.com/hooks/counterfoil",
            "interval": "month",
            "interval_count": 1,
            "start_on": "2030-01-31",
            "end_on": null,
            "end_after": null,
            "delivery": "send",
            "due_after_days": 14,
            "next_on": "2030-01-31",
            "invoice_count": 0,
            "last_invoice_id": null,
            "created_at": "2026-03-02T14:06:12.000Z",
            "reference": "contract-17",
            "metadata": {
              "plan": "small"
            }
          }
        ]
      }
    },
    "required": [
      "status",
      "recurring_invoice"
    ]
  }
},
{
  "id": "getCustomer",
  "method": "GET",
  "path": "/api/v2/customer/{customer_id}",
  "scope": "read",
  "resource": "customers",
  "name": "get",
  "summary": "Get a customer",
  "description": "Returns a customer with all of their paid invoices, latest payment first.",
  "takesIdempotencyKey": false,
  "params": [
    "customer_id"
  ],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "customer_id": {
        "type": "string",
        "description": "The customer."
      }
    },
    "required": [
      "customer_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "customer": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `customer_id` in paths."
          },
          "name": {
            "type": "string",
            "description": "As sent."
          },
          "email": {
            "type": "string",
            "description": "As sent, trimmed."
          },
          "group": {
            "description": "Your own label.",
            "type": [
              "string",
              "null"
            ]
          },
          "preferred_currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "address_line1": {
            "type": [
              "string",
              "null"
            ]
          },
          "address_line2": {
            "type": [
              "string",
              "null"
            ]
          },
          "city": {
            "type": [
              "string",
              "null"
            ]
          },
          "state": {
            "type": [
              "string",
              "null"
            ]
          },
          "zip": {
            "type": [
              "string",
              "null"
            ]
          },
          "country": {
            "type": [
              "string",
              "null"
            ]
          },
          "tax_id": {
            "description": "Absent if you gave none.",
            "type": "string"
          },
          "buyer_reference": {
            "description": "Absent if you gave none.",
            "type": "string"
          },
          "created_on": {
            "type": "string",
            "pattern": "^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$",
            "description": "`YYYY-MM-DD HH:MM:SS`."
          },
          "phone": {
            "description": "As sent, trimmed. Absent if you gave none.",
            "type": "string"
          },
          "copy_emails": {
            "description": "Others who get a copy of each email about an invoice. Absent if you gave none.",
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "external_id": {
            "description": "Your own id. Absent if you gave none.",
            "type": "string"
          },
          "archived_at": {
            "description": "Present once the customer is archived.",
            "type": "string",
            "format": "date-time"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          }
        },
        "required": [
          "id",
          "name",
          "email",
          "group",
          "preferred_currency",
          "address_line1",
          "address_line2",
          "city",
          "state",
          "zip",
          "country",
          "created_on"
        ],
        "title": "Customer",
        "description": "Returned when you create or get a customer.",
        "examples": [
          {
            "id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "name": "Mary Jackson",
            "email": "mary@example.com",
            "group": "Retainer",
            "preferred_currency": "USD",
            "address_line1": null,
            "address_line2": null,
            "city": "Hampton",
            "state": "VA",
            "zip": "23666",
            "country": "US",
            "created_on": "2026-03-02 14:05:09",
            "phone": "+1 757 555 0100",
            "copy_emails": [
              "books@example.com"
            ],
            "external_id": "user_118",
            "metadata": {
              "crm_id": "C-118"
            }
          }
        ]
      },
      "customer_url": {
        "type": "string",
        "description": "The customer's page in the dashboard.",
        "examples": [
          "https://pay.example.com/customers/0199d1c2-4101-7487-8f43-cf036d7d314b"
        ]
      },
      "paid_invoices": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid"
            },
            "amount": {
              "type": "number",
              "description": "The amount that the buyer pays or has paid, including any fee on top."
            },
            "currency": {
              "type": "string",
              "description": "ISO 4217, in upper case."
            },
            "email": {
              "type": "string",
              "description": "The customer's email."
            },
            "provider": {
              "description": "The payment method: `card`, or `bank_transfer`, `cash`, `check` or `other` where you recorded the payment. `null` until the invoice is paid.",
              "type": [
                "string",
                "null"
              ]
            },
            "status": {
              "type": "string",
              "enum": [
                "Invoice Created",
                "Paid",
                "Unpaid",
                "Failed"
              ],
              "description": "See Statuses."
            },
            "created_on": {
              "type": "string",
              "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$",
              "description": "`DD Mon, YYYY`."
            },
            "paid_on": {
              "anyOf": [
                {
                  "type": "string",
                  "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$"
                },
                {
                  "type": "null"
                }
              ],
              "description": "`DD Mon, YYYY`. `null` until the invoice is paid."
            },
            "payment_link": {
              "type": "string"
            },
            "items": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "name": {
                    "type": "string",
                    "description": "The `title` you sent."
                  },
                  "qty": {
                    "type": "number"
                  },
                  "price": {
                    "type": "number",
                    "description": "The price of one unit, before the fee."
                  }
                },
                "required": [
                  "name",
                  "qty",
                  "price"
                ]
              },
              "description": "At least one."
            },
            "due_date": {
              "type": "string",
              "format": "date",
              "description": "`YYYY-MM-DD`."
            },
            "customer_id": {
              "type": "string",
              "format": "uuid"
            },
            "voided_on": {
              "description": "`DD Mon, YYYY`. Absent unless you have voided it, or credited all of it.",
              "type": "string",
              "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$"
            },
            "reference": {
              "description": "Your own number, if you sent one.",
              "type": "string"
            },
            "metadata": {
              "type": "object",
              "propertyNames": {
                "type": "string"
              },
              "additionalProperties": {
                "type": "string"
              },
              "description": "The metadata that you sent. Absent if you sent none."
            },
            "amount_credited": {
              "description": "The total of the credit notes issued before the invoice was paid. Absent unless some or all of it was credited.",
              "type": "number"
            }
          },
          "required": [
            "id",
            "amount",
            "currency",
            "email",
            "provider",
            "status",
            "created_on",
            "paid_on",
            "payment_link",
            "items",
            "due_date",
            "customer_id"
          ],
          "title": "Invoice",
          "description": "Returned when you check an invoice or get a customer, and sent in webhooks.",
          "examples": [
            {
              "id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
              "amount": 159.28,
              "currency": "USD",
              "email": "mary@example.com",
              "provider": "card",
              "status": "Paid",
              "created_on": "02 Mar, 2026",
              "paid_on": "03 Mar, 2026",
              "payment_link": "https://pay.example.com/pay/0351LT10lcnLt9rW77EtbO7cMm510JrottE6HBF1Fw21",
              "items": [
                {
                  "name": "Consulting, hours",
                  "qty": 1.5,
                  "price": 80
                },
                {
                  "name": "Travel",
                  "qty": 1,
                  "price": 34.5
                }
              ],
              "due_date": "2026-04-01",
              "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
              "reference": "order-1042",
              "metadata": {
                "source": "web shop"
              }
            }
          ]
        },
        "description": "Sorted by payment date, newest first."
      },
      "total_paid_count": {
        "type": "integer",
        "minimum": -9007199254740991,
        "maximum": 9007199254740991,
        "description": "The number of paid invoices.",
        "examples": [
          1
        ],
        "format": "int64"
      },
      "total_paid_amount": {
        "type": "object",
        "propertyNames": {
          "type": "string"
        },
        "additionalProperties": {
          "type": "number"
        },
        "description": "The total paid, by currency code.",
        "examples": [
          {
            "USD": 159.28
          }
        ]
      }
    },
    "required": [
      "status",
      "customer",
      "customer_url",
      "paid_invoices",
      "total_paid_count",
      "total_paid_amount"
    ]
  }
},
{
  "id": "updateCustomer",
  "method": "PATCH",
  "path": "/api/v2/customer/{customer_id}",
  "scope": "invoices",
  "resource": "customers",
  "name": "update",
  "summary": "Update a customer",
  "description": "Updates the fields that you send, by the same rules as creating a customer.",
  "takesIdempotencyKey": false,
  "params": [
    "customer_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "customer_id": {
        "type": "string",
        "description": "The customer."
      },
      "name": {
        "type": "string",
        "maxLength": 255,
        "description": "Full name, without control characters."
      },
      "email": {
        "type": "string",
        "maxLength": 254,
        "description": "Unique within your account, regardless of case."
      },
      "group": {
        "description": "Your own label to group customers.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "preferred_currency": {
        "description": "An ISO 4217 code, in either case.",
        "type": [
          "string",
          "null"
        ]
      },
      "address_line1": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "address_line2": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "city": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "state": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "zip": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "country": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "tax_id": {
        "description": "Such as a VAT number. Shown on invoices that are issued from then on.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 64
          },
          {
            "type": "null"
          }
        ]
      },
      "buyer_reference": {
        "description": "The customer’s own reference for e-invoices, such as a German Leitweg-ID. On invoices that are issued from then on.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 200
          },
          {
            "type": "null"
          }
        ]
      },
      "phone": {
        "description": "As you write it, with three digits or more. In e-invoices that are issued from then on.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 40
          },
          {
            "type": "null"
          }
        ]
      },
      "copy_emails": {
        "description": "Others who get a copy of each email about an invoice that is issued from then on, such as a bookkeeper: an array of addresses. Empty for none.",
        "anyOf": [
          {
            "maxItems": 5,
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          {
            "type": "null"
          }
        ]
      },
      "external_id": {
        "description": "Your own id of the customer, unique within your account. Case matters.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "metadata": {
        "description": "Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500.",
        "anyOf": [
          {
            "type": "object",
            "propertyNames": {
              "type": "string",
              "maxLength": 40
            },
            "additionalProperties": {
              "type": "string",
              "maxLength": 500
            }
          },
          {
            "type": "null"
          }
        ]
      }
    },
    "required": [
      "customer_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "customer": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `customer_id` in paths."
          },
          "name": {
            "type": "string",
            "description": "As sent."
          },
          "email": {
            "type": "string",
            "description": "As sent, trimmed."
          },
          "group": {
            "description": "Your own label.",
            "type": [
              "string",
              "null"
            ]
          },
          "preferred_currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "address_line1": {
            "type": [
              "string",
              "null"
            ]
          },
          "address_line2": {
            "type": [
              "string",
              "null"
            ]
          },
          "city": {
            "type": [
              "string",
              "null"
            ]
          },
          "state": {
            "type": [
              "string",
              "null"
            ]
          },
          "zip": {
            "type": [
              "string",
              "null"
            ]
          },
          "country": {
            "type": [
              "string",
              "null"
            ]
          },
          "tax_id": {
            "description": "Absent if you gave none.",
            "type": "string"
          },
          "buyer_reference": {
            "description": "Absent if you gave none.",
            "type": "string"
          },
          "created_on": {
            "type": "string",
            "pattern": "^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$",
            "description": "`YYYY-MM-DD HH:MM:SS`."
          },
          "phone": {
            "description": "As sent, trimmed. Absent if you gave none.",
            "type": "string"
          },
          "copy_emails": {
            "description": "Others who get a copy of each email about an invoice. Absent if you gave none.",
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "external_id": {
            "description": "Your own id. Absent if you gave none.",
            "type": "string"
          },
          "archived_at": {
            "description": "Present once the customer is archived.",
            "type": "string",
            "format": "date-time"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "The same time in ISO 8601."
          }
        },
        "required": [
          "id",
          "name",
          "email",
          "group",
          "preferred_currency",
          "address_line1",
          "address_line2",
          "city",
          "state",
          "zip",
          "country",
          "created_on",
          "created_at"
        ],
        "title": "Customer, with times",
        "description": "A customer with its time in ISO 8601: returned when you list or update customers.",
        "examples": [
          {
            "id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "name": "Mary Jackson",
            "email": "mary@example.com",
            "group": "Retainer",
            "preferred_currency": "USD",
            "address_line1": null,
            "address_line2": null,
            "city": "Hampton",
            "state": "VA",
            "zip": "23666",
            "country": "US",
            "created_on": "2026-03-02 14:05:09",
            "phone": "+1 757 555 0100",
            "copy_emails": [
              "books@example.com"
            ],
            "external_id": "user_118",
            "metadata": {
              "crm_id": "C-118"
            },
            "created_at": "2026-03-02T14:05:09.000Z"
          }
        ]
      }
    },
    "required": [
      "status",
      "customer"
    ]
  }
},
{
  "id": "archiveCustomer",
  "method": "DELETE",
  "path": "/api/v2/customer/{customer_id}",
  "scope": "invoices",
  "resource": "customers",
  "name": "archive",
  "summary": "Archive a customer",
  "description": "From then on the customer takes no invoice, payout or bank account. Existing invoices and payouts are unchanged, and open invoices can still be paid.",
  "takesIdempotencyKey": false,
  "params": [
    "customer_id"
  ],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "customer_id": {
        "type": "string",
        "description": "The customer."
      }
    },
    "required": [
      "customer_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "customer": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `customer_id` in paths."
          },
          "name": {
            "type": "string",
            "description": "As sent."
          },
          "email": {
            "type": "string",
            "description": "As sent, trimmed."
          },
          "group": {
            "description": "Your own label.",
            "type": [
              "string",
              "null"
            ]
          },
          "preferred_currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "address_line1": {
            "type": [
              "string",
              "null"
            ]
          },
          "address_line2": {
            "type": [
              "string",
              "null"
            ]
          },
          "city": {
            "type": [
              "string",
              "null"
            ]
          },
          "state": {
            "type": [
              "string",
              "null"
            ]
          },
          "zip": {
            "type": [
              "string",
              "null"
            ]
          },
          "country": {
            "type": [
              "string",
              "null"
            ]
          },
          "tax_id": {
            "description": "Absent if you gave none.",
            "type": "string"
          },
          "buyer_reference": {
            "description": "Absent if you gave none.",
            "type": "string"
          },
          "created_on": {
            "type": "string",
            "pattern": "^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$",
            "description": "`YYYY-MM-DD HH:MM:SS`."
          },
          "phone": {
            "description": "As sent, trimmed. Absent if you gave none.",
            "type": "string"
          },
          "copy_emails": {
            "description": "Others who get a copy of each email about an invoice. Absent if you gave none.",
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "external_id": {
            "description": "Your own id. Absent if you gave none.",
            "type": "string"
          },
          "archived_at": {
            "description": "Present once the customer is archived.",
            "type": "string",
            "format": "date-time"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "The same time in ISO 8601."
          }
        },
        "required": [
          "id",
          "name",
          "email",
          "group",
          "preferred_currency",
          "address_line1",
          "address_line2",
          "city",
          "state",
          "zip",
          "country",
          "created_on",
          "created_at"
        ],
        "title": "Customer, with times",
        "description": "A customer with its time in ISO 8601: returned when you list or update customers.",
        "examples": [
          {
            "id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "name": "Mary Jackson",
            "email": "mary@example.com",
            "group": "Retainer",
            "preferred_currency": "USD",
            "address_line1": null,
            "address_line2": null,
            "city": "Hampton",
            "state": "VA",
            "zip": "23666",
            "country": "US",
            "created_on": "2026-03-02 14:05:09",
            "phone": "+1 757 555 0100",
            "copy_emails": [
              "books@example.com"
            ],
            "external_id": "user_118",
            "metadata": {
              "crm_id": "C-118"
            },
            "created_at": "2026-03-02T14:05:09.000Z"
          }
        ]
      }
    },
    "required": [
      "status",
      "customer"
    ],
    "examples": [
      {
        "status": "success",
        "customer": {
          "id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
          "name": "Mary Jackson",
          "email": "mary@example.com",
          "group": "Retainer",
          "preferred_currency": "USD",
          "address_line1": null,
          "address_line2": null,
          "city": "Hampton",
          "state": "VA",
          "zip": "23666",
          "country": "US",
          "created_on": "2026-03-02 14:05:09",
          "phone": "+1 757 555 0100",
          "copy_emails": [
            "books@example.com"
          ],
          "external_id": "user_118",
          "archived_at": "2026-04-01T08:00:00.000Z",
          "metadata": {
            "crm_id": "C-118"
          },
          "created_at": "2026-03-02T14:05:09.000Z"
        }
      }
    ]
  }
},
{
  "id": "saveCustomerByExternalId",
  "method": "PUT",
  "path": "/api/v2/customers/external/{external_id}",
  "scope": "invoices",
  "resource": "customers",
  "name": "saveByExternalId",
  "summary": "Create or update a customer by your own id",
  "description": "Creates a customer with this `external_id`, or updates the one that has it. The same request again changes nothing more.",
  "takesIdempotencyKey": false,
  "params": [
    "external_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "external_id": {
        "type": "string",
        "description": "Your own id, up to 255 characters, percent-encoded."
      },
      "name": {
        "type": "string",
        "maxLength": 255,
        "description": "Full name, without control characters."
      },
      "email": {
        "type": "string",
        "maxLength": 254,
        "description": "Unique within your account, regardless of case."
      },
      "group": {
        "description": "Your own label to group customers.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "preferred_currency": {
        "description": "An ISO 4217 code, in either case.",
        "type": [
          "string",
          "null"
        ]
      },
      "address_line1": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "address_line2": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "city": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "state": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "zip": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "country": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "tax_id": {
        "description": "Such as a VAT number. Shown on invoices that are issued from then on.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 64
          },
          {
            "type": "null"
          }
        ]
      },
      "buyer_reference": {
        "description": "The customer’s own reference for e-invoices, such as a German Leitweg-ID. On invoices that are issued from then on.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 200
          },
          {
            "type": "null"
          }
        ]
      },
      "phone": {
        "description": "As you write it, with three digits or more. In e-invoices that are issued from then on.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 40
          },
          {
            "type": "null"
          }
        ]
      },
      "copy_emails": {
        "description": "Others who get a copy of each email about an invoice that is issued from then on, such as a bookkeeper: an array of addresses. Empty for none.",
        "anyOf": [
          {
            "maxItems": 5,
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          {
            "type": "null"
          }
        ]
      },
      "metadata": {
        "description": "Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500.",
        "anyOf": [
          {
            "type": "object",
            "propertyNames": {
              "type": "string",
              "maxLength": 40
            },
            "additionalProperties": {
              "type": "string",
              "maxLength": 500
            }
          },
          {
            "type": "null"
          }
        ]
      }
    },
    "required": [
      "external_id",
      "name",
      "email"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "customer": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `customer_id` in paths."
          },
          "name": {
            "type": "string",
            "description": "As sent."
          },
          "email": {
            "type": "string",
            "description": "As sent, trimmed."
          },
          "group": {
            "description": "Your own label.",
            "type": [
              "string",
              "null"
            ]
          },
          "preferred_currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "address_line1": {
            "type": [
              "string",
              "null"
            ]
          },
          "address_line2": {
            "type": [
              "string",
              "null"
            ]
          },
          "city": {
            "type": [
              "string",
              "null"
            ]
          },
          "state": {
            "type": [
              "string",
              "null"
            ]
          },
          "zip": {
            "type": [
              "string",
              "null"
            ]
          },
          "country": {
            "type": [
              "string",
              "null"
            ]
          },
          "tax_id": {
            "description": "Absent if you gave none.",
            "type": "string"
          },
          "buyer_reference": {
            "description": "Absent if you gave none.",
            "type": "string"
          },
          "created_on": {
            "type": "string",
            "pattern": "^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$",
            "description": "`YYYY-MM-DD HH:MM:SS`."
          },
          "phone": {
            "description": "As sent, trimmed. Absent if you gave none.",
            "type": "string"
          },
          "copy_emails": {
            "description": "Others who get a copy of each email about an invoice. Absent if you gave none.",
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "external_id": {
            "description": "Your own id. Absent if you gave none.",
            "type": "string"
          },
          "archived_at": {
            "description": "Present once the customer is archived.",
            "type": "string",
            "format": "date-time"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "The same time in ISO 8601."
          }
        },
        "required": [
          "id",
          "name",
          "email",
          "group",
          "preferred_currency",
          "address_line1",
          "address_line2",
          "city",
          "state",
          "zip",
          "country",
          "created_on",
          "created_at"
        ],
        "title": "Customer, with times",
        "description": "A customer with its time in ISO 8601: returned when you list or update customers.",
        "examples": [
          {
            "id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "name": "Mary Jackson",
            "email": "mary@example.com",
            "group": "Retainer",
            "preferred_currency": "USD",
            "address_line1": null,
            "address_line2": null,
            "city": "Hampton",
            "state": "VA",
            "zip": "23666",
            "country": "US",
            "created_on": "2026-03-02 14:05:09",
            "phone": "+1 757 555 0100",
            "copy_emails": [
              "books@example.com"
            ],
            "external_id": "user_118",
            "metadata": {
              "crm_id": "C-118"
            },
            "created_at": "2026-03-02T14:05:09.000Z"
          }
        ]
      }
    },
    "required": [
      "status",
      "customer"
    ]
  }
},
{
  "id": "listCustomers",
  "method": "GET",
  "path": "/api/v2/customers",
  "scope": "read",
  "resource": "customers",
  "name": "list",
  "summary": "List customers",
  "description": "Returns your customers, newest first, a page at a time.",
  "takesIdempotencyKey": false,
  "params": [],
  "query": [
    "email",
    "group",
    "external_id",
    "archived",
    "limit",
    "after"
  ],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "email": {
        "type": "string",
        "maxLength": 254,
        "description": "The email of one customer, in either case."
      },
      "group": {
        "type": "string",
        "maxLength": 255,
        "description": "The exact label."
      },
      "external_id": {
        "type": "string",
        "maxLength": 255,
        "description": "Your own id of one customer, in the same case."
      },
      "archived": {
        "type": "string",
        "enum": [
          "true",
          "false"
        ],
        "description": "`true` for the customers that are archived, and no others."
      },
      "limit": {
        "default": 25,
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "format": "int64",
        "description": "The number of objects on a page."
      },
      "after": {
        "type": "string",
        "description": "The `next_cursor` of the page before, with the same filters."
      }
    },
    "required": [],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "customers": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid",
              "description": "The `customer_id` in paths."
            },
            "name": {
              "type": "string",
              "description": "As sent."
            },
            "email": {
              "type": "string",
              "description": "As sent, trimmed."
            },
            "group": {
              "description": "Your own label.",
              "type": [
                "string",
                "null"
              ]
            },
            "preferred_currency": {
              "type": "string",
              "description": "ISO 4217, in upper case."
            },
            "address_line1": {
              "type": [
                "string",
                "null"
              ]
            },
            "address_line2": {
              "type": [
                "string",
                "null"
              ]
            },
            "city": {
              "type": [
                "string",
                "null"
              ]
            },
            "state": {
              "type": [
                "string",
                "null"
              ]
            },
            "zip": {
              "type": [
                "string",
                "null"
              ]
            },
            "country": {
              "type": [
                "string",
                "null"
              ]
            },
            "tax_id": {
              "description": "Absent if you gave none.",
              "type": "string"
            },
            "buyer_reference": {
              "description": "Absent if you gave none.",
              "type": "string"
            },
            "created_on": {
              "type": "string",
              "pattern": "^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$",
              "description": "`YYYY-MM-DD HH:MM:SS`."
            },
            "phone": {
              "description": "As sent, trimmed. Absent if you gave none.",
              "type": "string"
            },
            "copy_emails": {
              "description": "Others who get a copy of each email about an invoice. Absent if you gave none.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "external_id": {
              "description": "Your own id. Absent if you gave none.",
              "type": "string"
            },
            "archived_at": {
              "description": "Present once the customer is archived.",
              "type": "string",
              "format": "date-time"
            },
            "metadata": {
              "type": "object",
              "propertyNames": {
                "type": "string"
              },
              "additionalProperties": {
                "type": "string"
              },
              "description": "The metadata that you sent. Absent if you sent none."
            },
            "created_at": {
              "type": "string",
              "format": "date-time",
              "description": "The same time in ISO 8601."
            }
          },
          "required": [
            "id",
            "name",
            "email",
            "group",
            "preferred_currency",
            "address_line1",
            "address_line2",
            "city",
            "state",
            "zip",
            "country",
            "created_on",
            "created_at"
          ],
          "title": "Customer, with times",
          "description": "A customer with its time in ISO 8601: returned when you list or update customers.",
          "examples": [
            {
              "id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
              "name": "Mary Jackson",
              "email": "mary@example.com",
              "group": "Retainer",
              "preferred_currency": "USD",
              "address_line1": null,
              "address_line2": null,
              "city": "Hampton",
              "state": "VA",
              "zip": "23666",
              "country": "US",
              "created_on": "2026-03-02 14:05:09",
              "phone": "+1 757 555 0100",
              "copy_emails": [
                "books@example.com"
              ],
              "external_id": "user_118",
              "metadata": {
                "crm_id": "C-118"
              },
              "created_at": "2026-03-02T14:05:09.000Z"
            }
          ]
        }
      },
      "next_cursor": {
        "description": "Give it in `after` to get the next page. `null` at the end.",
        "examples": [
          null
        ],
        "type": [
          "string",
          "null"
        ]
      }
    },
    "required": [
      "status",
      "customers",
      "next_cursor"
    ]
  }
},
{
  "id": "addBankAccount",
  "method": "POST",
  "path": "/api/v2/customer/{customer_id}/bank-account",
  "scope": "payouts",
  "resource": "bankAccounts",
  "name": "add",
  "summary": "Add a bank account",
  "description": "Saves a US bank account for the customer. Use its `id` to pay out to it.",
  "takesIdempotencyKey": true,
  "params": [
    "customer_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "customer_id": {
        "type": "string",
        "description": "The customer."
      },
      "entity_type": {
        "default": "PERSONAL",
        "description": "Exactly as written.",
        "type": "string",
        "enum": [
          "PERSONAL",
          "COMPANY"
        ]
      },
      "email": {
        "type": "string",
        "maxLength": 254,
        "description": "The account holder's email."
      },
      "address": {
        "type": "object",
        "properties": {
          "country_code": {
            "default": "US",
            "description": "An ISO 3166-1 code of two letters, in either case.",
            "type": "string"
          },
          "state": {
            "type": "string",
            "maxLength": 255
          },
          "city": {
            "type": "string",
            "maxLength": 255
          },
          "postcode": {
            "type": "string",
            "maxLength": 255
          },
          "street_address": {
            "type": "string",
            "maxLength": 255
          }
        },
        "required": [
          "state",
          "city",
          "postcode",
          "street_address"
        ]
      },
      "bank_details": {
        "type": "object",
        "properties": {
          "account_name": {
            "type": "string",
            "maxLength": 255,
            "description": "The name of the account holder at the bank."
          },
          "account_number": {
            "type": "string",
            "description": "4 to 17 digits."
          },
          "routing_number": {
            "type": "string",
            "description": "An ABA routing number of 9 digits. In live mode its check digit must be right as well."
          },
          "bank_name": {
            "type": "string",
            "maxLength": 255
          },
          "account_category": {
            "default": "Checking",
            "description": "Exactly as written.",
            "type": "string",
            "enum": [
              "Checking",
              "Savings"
            ]
          }
        },
        "required": [
          "account_name",
          "account_number",
          "routing_number",
          "bank_name"
        ]
      },
      "first_name": {
        "description": "Required for `PERSONAL`.",
        "type": "string",
        "maxLength": 255
      },
      "last_name": {
        "description": "Required for `PERSONAL`.",
        "type": "string",
        "maxLength": 255
      },
      "date_of_birth": {
        "default": "",
        "description": "`YYYY-MM-DD`, a day that exists.",
        "type": "string"
      },
      "company_name": {
        "description": "Required for `COMPANY`.",
        "type": "string",
        "maxLength": 255
      },
      "metadata": {
        "description": "Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500.",
        "anyOf": [
          {
            "type": "object",
            "propertyNames": {
              "type": "string",
              "maxLength": 40
            },
            "additionalProperties": {
              "type": "string",
              "maxLength": 500
            }
          },
          {
            "type": "null"
          }
        ]
      }
    },
    "required": [
      "customer_id",
      "email",
      "address",
      "bank_details"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "message": {
        "type": "string",
        "const": "Bank account added successfully"
      },
      "bank_account": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `bank_account_id` of a payout."
          },
          "customer_id": {
            "type": "string",
            "format": "uuid",
            "description": "The customer who owns the account."
          },
          "entity_type": {
            "type": "string",
            "enum": [
              "PERSONAL",
              "COMPANY"
            ]
          },
          "email": {
            "type": "string",
            "description": "The account holder's email."
          },
          "address": {
            "type": "object",
            "properties": {
              "country_code": {
                "type": "string",
                "description": "ISO 3166-1, in upper case."
              },
              "state": {
                "type": "string"
              },
              "city": {
                "type": "string"
              },
              "postcode": {
                "type": "string"
              },
              "street_address": {
                "type": "string"
              }
            },
            "required": [
              "country_code",
              "state",
              "city",
              "postcode",
              "street_address"
            ]
          },
          "bank_details": {
            "type": "object",
            "properties": {
              "account_name": {
                "type": "string"
              },
              "account_number": {
                "type": "string",
                "description": "In full."
              },
              "routing_number": {
                "type": "string"
              },
              "bank_name": {
                "type": "string"
              },
              "account_category": {
                "type": "string",
                "enum": [
                  "Checking",
                  "Savings"
                ]
              }
            },
            "required": [
              "account_name",
              "account_number",
              "routing_number",
              "bank_name",
              "account_category"
            ]
          },
          "first_name": {
            "type": [
              "string",
              "null"
            ]
          },
          "last_name": {
            "type": [
              "string",
              "null"
            ]
          },
          "date_of_birth": {
            "anyOf": [
              {
                "type": "string",
                "format": "date"
              },
              {
                "type": "string",
                "const": ""
              }
            ],
            "description": "`YYYY-MM-DD`, or an empty string."
          },
          "company_name": {
            "type": [
              "string",
              "null"
            ]
          },
          "created_at": {
            "type": "string",
            "pattern": "^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$",
            "description": "`YYYY-MM-DD HH:MM:SS`."
          },
          "bank_account_link_id": {
            "description": "The link on whose page the payee entered it. Absent if you added it.",
            "type": "string",
            "format": "uuid"
          },
          "archived_at": {
            "description": "Present once the bank account is archived.",
            "type": "string",
            "format": "date-time"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          }
        },
        "required": [
          "id",
          "customer_id",
          "entity_type",
          "email",
          "address",
          "bank_details",
          "first_name",
          "last_name",
          "date_of_birth",
          "company_name",
          "created_at"
        ],
        "title": "Bank account",
        "description": "Returned when you add or list bank accounts.",
        "examples": [
          {
            "id": "0199d1c2-7363-74fb-b0b1-82d04b0c66f9",
            "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "entity_type": "PERSONAL",
            "email": "mary@example.com",
            "address": {
              "country_code": "US",
              "state": "VA",
              "city": "Hampton",
              "postcode": "23666",
              "street_address": "1 Main Street"
            },
            "bank_details": {
              "account_name": "Mary Jackson",
              "account_number": "123456789012",
              "routing_number": "021000021",
              "bank_name": "First Bank",
              "account_category": "Checking"
            },
            "first_name": "Mary",
            "last_name": "Jackson",
            "date_of_birth": "",
            "company_name": null,
            "created_at": "2026-03-03 09:30:41",
            "metadata": {
              "payee": "7"
            }
          }
        ]
      }
    },
    "required": [
      "status",
      "message",
      "bank_account"
    ]
  }
},
{
  "id": "listBankAccounts",
  "method": "GET",
  "path": "/api/v2/customer/{customer_id}/bank-accounts",
  "scope": "read",
  "resource": "bankAccounts",
  "name": "list",
  "summary": "List a customer's bank accounts",
  "description": "Returns all bank accounts of the customer that are not archived, without paging.",
  "takesIdempotencyKey": false,
  "params": [
    "customer_id"
  ],
  "query": [
    "archived"
  ],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "customer_id": {
        "type": "string",
        "description": "The customer."
      },
      "archived": {
        "type": "string",
        "enum": [
          "true",
          "false"
        ],
        "description": "`true` for the bank accounts that are archived, and no others."
      }
    },
    "required": [
      "customer_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "customer_id": {
        "type": "string",
        "format": "uuid",
        "examples": [
          "0199d1c2-4101-7487-8f43-cf036d7d314b"
        ]
      },
      "total": {
        "type": "integer",
        "minimum": -9007199254740991,
        "maximum": 9007199254740991,
        "description": "The number of bank accounts.",
        "examples": [
          1
        ],
        "format": "int64"
      },
      "bank_accounts": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid",
              "description": "The `bank_account_id` of a payout."
            },
            "customer_id": {
              "type": "string",
              "format": "uuid",
              "description": "The customer who owns the account."
            },
            "entity_type": {
              "type": "string",
              "enum": [
                "PERSONAL",
                "COMPANY"
              ]
            },
            "email": {
              "type": "string",
              "description": "The account holder's email."
            },
            "address": {
              "type": "object",
              "properties": {
                "country_code": {
                  "type": "string",
                  "description": "ISO 3166-1, in upper case."
                },
                "state": {
                  "type": "string"
                },
                "city": {
                  "type": "string"
                },
                "postcode": {
                  "type": "string"
                },
                "street_address": {
                  "type": "string"
                }
              },
              "required": [
                "country_code",
                "state",
                "city",
                "postcode",
                "street_address"
              ]
            },
            "bank_details": {
              "type": "object",
              "properties": {
                "account_name": {
                  "type": "string"
                },
                "account_number": {
                  "type": "string",
                  "description": "In full."
                },
                "routing_number": {
                  "type": "string"
                },
                "bank_name": {
                  "type": "string"
                },
                "account_category": {
                  "type": "string",
                  "enum": [
                    "Checking",
                    "Savings"
                  ]
                }
              },
              "required": [
                "account_name",
                "account_number",
                "routing_number",
                "bank_name",
                "account_category"
              ]
            },
            "first_name": {
              "type": [
                "string",
                "null"
              ]
            },
            "last_name": {
              "type": [
                "string",
                "null"
              ]
            },
            "date_of_birth": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "date"
                },
                {
                  "type": "string",
                  "const": ""
                }
              ],
              "description": "`YYYY-MM-DD`, or an empty string."
            },
            "company_name": {
              "type": [
                "string",
                "null"
              ]
            },
            "created_at": {
              "type": "string",
              "pattern": "^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$",
              "description": "`YYYY-MM-DD HH:MM:SS`."
            },
            "bank_account_link_id": {
              "description": "The link on whose page the payee entered it. Absent if you added it.",
              "type": "string",
              "format": "uuid"
            },
            "archived_at": {
              "description": "Present once the bank account is archived.",
              "type": "string",
              "format": "date-time"
            },
            "metadata": {
              "type": "object",
              "propertyNames": {
                "type": "string"
              },
              "additionalProperties": {
                "type": "string"
              },
              "description": "The metadata that you sent. Absent if you sent none."
            }
          },
          "required": [
            "id",
            "customer_id",
            "entity_type",
            "email",
            "address",
            "bank_details",
            "first_name",
            "last_name",
            "date_of_birth",
            "company_name",
            "created_at"
          ],
          "title": "Bank account",
          "description": "Returned when you add or list bank accounts.",
          "examples": [
            {
              "id": "0199d1c2-7363-74fb-b0b1-82d04b0c66f9",
              "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
              "entity_type": "PERSONAL",
              "email": "mary@example.com",
              "address": {
                "country_code": "US",
                "state": "VA",
                "city": "Hampton",
                "postcode": "23666",
                "street_address": "1 Main Street"
              },
              "bank_details": {
                "account_name": "Mary Jackson",
                "account_number": "123456789012",
                "routing_number": "021000021",
                "bank_name": "First Bank",
                "account_category": "Checking"
              },
              "first_name": "Mary",
              "last_name": "Jackson",
              "date_of_birth": "",
              "company_name": null,
              "created_at": "2026-03-03 09:30:41",
              "metadata": {
                "payee": "7"
              }
            }
          ]
        }
      }
    },
    "required": [
      "status",
      "customer_id",
      "total",
      "bank_accounts"
    ]
  }
},
{
  "id": "createBankAccountLink",
  "method": "POST",
  "path": "/api/v2/customer/{customer_id}/bank-account-link",
  "scope": "payouts",
  "resource": "bankAccounts",
  "name": "createLink",
  "summary": "Create a link for bank details",
  "description": "Creates a page on which the customer enters their own bank account, once. You never handle the number.",
  "takesIdempotencyKey": true,
  "params": [
    "customer_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "customer_id": {
        "type": "string",
        "description": "The customer."
      },
      "expires_in": {
        "default": 604800,
        "description": "The seconds that the link is valid, from 5 minutes to 30 days.",
        "type": "integer",
        "minimum": 300,
        "maximum": 2592000,
        "format": "int64"
      },
      "redirect_url": {
        "description": "Where the page leads once the bank account is entered. http or https, without a user name.",
        "type": "string",
        "maxLength": 2048
      }
    },
    "required": [
      "customer_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "bank_account_link": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `bank_account_link_id` of the bank account that is entered there."
          },
          "customer_id": {
            "type": "string",
            "format": "uuid",
            "description": "The customer who enters it."
          },
          "url": {
            "type": "string",
            "description": "The page. Returned here and never again."
          },
          "expires_at": {
            "type": "string",
            "format": "date-time",
            "description": "It takes no bank account from then on."
          }
        },
        "required": [
          "id",
          "customer_id",
          "url",
          "expires_at"
        ],
        "title": "Link for bank details",
        "description": "Returned when you create a link for bank details.",
        "examples": [
          {
            "id": "0199d1c2-7401-7b2d-9c11-5e0f2a6b8d13",
            "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "url": "https://pay.example.com/bank-details/bal_0NMcbnxsMPBmiRnMI3VZCHe0V5c2JqPkYw8aTn3LxGdRm7ZsQ4uB1f",
            "expires_at": "2026-03-10T09:30:41.000Z"
          }
        ]
      }
    },
    "required": [
      "status",
      "bank_account_link"
    ]
  }
},
{
  "id": "createPayout",
  "method": "POST",
  "path": "/api/v2/customer/{customer_id}/payout",
  "scope": "payouts",
  "resource": "payouts",
  "name": "create",
  "summary": "Pay out",
  "description": "Sends money from your credit wallet to one of the customer's bank accounts, at once, over RTP or FedNow.",
  "takesIdempotencyKey": true,
  "params": [
    "customer_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "customer_id": {
        "type": "string",
        "description": "The customer."
      },
      "bank_account_id": {
        "type": "string",
        "description": "One of this customer's bank accounts."
      },
      "amount": {
        "description": "In dollars, above 0, with at most two decimals. Your limits per request and per day and your wallet's balance cap it.",
        "type": [
          "number",
          "string"
        ]
      },
      "currency": {
        "default": "USD",
        "description": "Only `USD`, in either case.",
        "type": "string"
      },
      "metadata": {
        "description": "Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500.",
        "anyOf": [
          {
            "type": "object",
            "propertyNames": {
              "type": "string",
              "maxLength": 40
            },
            "additionalProperties": {
              "type": "string",
              "maxLength": 500
            }
          },
          {
            "type": "null"
          }
        ]
      }
    },
    "required": [
      "customer_id",
      "bank_account_id",
      "amount"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "message": {
        "type": "string",
        "enum": [
          "Payout completed successfully",
          "Payout is being processed",
          "Payout was refused by the provider",
          "Payout was returned by the bank"
        ]
      },
      "payout": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The id of the payout, as shown in your dashboard."
          },
          "customer_id": {
            "type": "string",
            "format": "uuid",
            "description": "The customer who receives the payout."
          },
          "bank_account_id": {
            "type": "string",
            "format": "uuid",
            "description": "The bank account it goes to."
          },
          "amount": {
            "type": "number",
            "description": "In dollars. There is no fee on payouts."
          },
          "currency": {
            "type": "string",
            "description": "`USD`."
          },
          "status": {
            "type": "string",
            "enum": [
              "PROCESSING",
              "PAID",
              "FAILED",
              "RETURNED"
            ],
            "description": "See Statuses."
          },
          "provider_transfer_id": {
            "description": "The provider's own id, for reconciliation. `null` until the provider has confirmed.",
            "type": [
              "string",
              "null"
            ]
          },
          "provider_transfer_status": {
            "description": "The provider's own status: `DELIVERED` for a payout that arrived. `null` until the provider has confirmed.",
            "type": [
              "string",
              "null"
            ]
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          }
        },
        "required": [
          "id",
          "customer_id",
          "bank_account_id",
          "amount",
          "currency",
          "status",
          "provider_transfer_id",
          "provider_transfer_status"
        ],
        "title": "Payout",
        "description": "Returned when you request a payout.",
        "examples": [
          {
            "id": "0199d1c2-84a9-7373-9ef8-5288bf1b10c4",
            "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "bank_account_id": "0199d1c2-7363-74fb-b0b1-82d04b0c66f9",
            "amount": 25.5,
            "currency": "USD",
            "status": "PAID",
            "provider_transfer_id": "sbx_tr_0199d1c2-852f-77bd-a983-ba237bffc061",
            "provider_transfer_status": "DELIVERED",
            "metadata": {
              "batch": "2026-03"
            }
          }
        ]
      }
    },
    "required": [
      "status",
      "message",
      "payout"
    ]
  }
},
{
  "id": "getPayout",
  "method": "GET",
  "path": "/api/v2/payout/{payout_id}",
  "scope": "read",
  "resource": "payouts",
  "name": "get",
  "summary": "Get a payout",
  "description": "Returns a payout as it is now: what became of one that was `PROCESSING`, or why it failed.",
  "takesIdempotencyKey": false,
  "params": [
    "payout_id"
  ],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "payout_id": {
        "type": "string",
        "description": "The payout."
      }
    },
    "required": [
      "payout_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "payout": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The id of the payout, as shown in your dashboard."
          },
          "customer_id": {
            "type": "string",
            "format": "uuid",
            "description": "The customer who receives the payout."
          },
          "bank_account_id": {
            "type": "string",
            "format": "uuid",
            "description": "The bank account it goes to."
          },
          "amount": {
            "type": "number",
            "description": "In dollars. There is no fee on payouts."
          },
          "currency": {
            "type": "string",
            "description": "`USD`."
          },
          "status": {
            "type": "string",
            "enum": [
              "PROCESSING",
              "PAID",
              "FAILED",
              "RETURNED"
            ],
            "description": "See Statuses."
          },
          "provider_transfer_id": {
            "description": "The provider's own id, for reconciliation. `null` until the provider has confirmed.",
            "type": [
              "string",
              "null"
            ]
          },
          "provider_transfer_status": {
            "description": "The provider's own status: `DELIVERED` for a payout that arrived. `null` until the provider has confirmed.",
            "type": [
              "string",
              "null"
            ]
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          },
          "failure": {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "code": {
                    "description": "The provider's code, such as `no_account`.",
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "message": {
                    "type": "string",
                    "description": "An explanation for people."
                  }
                },
                "required": [
                  "code",
                  "message"
                ]
              },
              {
                "type": "null"
              }
            ],
            "description": "Why it is `FAILED` or `RETURNED`; else `null`."
          },
          "rail": {
            "anyOf": [
              {
                "type": "string",
                "enum": [
                  "FEDNOW",
                  "ACH",
                  "FEDWIRE"
                ]
              },
              {
                "type": "null"
              }
            ],
            "description": "The bank network that carries it, which the operator’s settings and the bank decide. `null` where the provider chooses it and doesn’t say, as in test mode. A provider that sends over RTP chooses by itself, so there is no value for it."
          },
          "expected_on": {
            "description": "The day by which the bank has the money at the latest, as YYYY-MM-DD. `null` where `rail` is, and for a payout that failed or came back.",
            "type": [
              "string",
              "null"
            ]
          },
          "waiting_for": {
            "description": "Live mode, while the payment provider doesn’t hold enough for it: it is sent by itself as soon as it does. Absent otherwise.",
            "type": "string",
            "const": "provider_balance"
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601."
          },
          "settled_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "The time at which its outcome was booked, in ISO 8601. `null` while it is `PROCESSING`."
          }
        },
        "required": [
          "id",
          "customer_id",
          "bank_account_id",
          "amount",
          "currency",
          "status",
          "provider_transfer_id",
          "provider_transfer_status",
          "failure",
          "rail",
          "expected_on",
          "created_at",
          "settled_at"
        ],
        "title": "Payout, with times",
        "description": "A payout with its failure and its times in ISO 8601: returned when you get or list payouts.",
        "examples": [
          {
            "id": "0199d1c2-84a9-7373-9ef8-5288bf1b10c4",
            "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "bank_account_id": "0199d1c2-7363-74fb-b0b1-82d04b0c66f9",
            "amount": 25.5,
            "currency": "USD",
            "status": "PAID",
            "provider_transfer_id": "sbx_tr_0199d1c2-852f-77bd-a983-ba237bffc061",
            "provider_transfer_status": "DELIVERED",
            "metadata": {
              "batch": "2026-03"
            },
            "failure": null,
            "rail": null,
            "expected_on": null,
            "created_at": "2026-03-03T09:31:02.000Z",
            "settled_at": "2026-03-03T09:31:03.000Z"
          }
        ]
      }
    },
    "required": [
      "status",
      "payout"
    ]
  }
},
{
  "id": "listPayouts",
  "method": "GET",
  "path": "/api/v2/payouts",
  "scope": "read",
  "resource": "payouts",
  "name": "list",
  "summary": "List payouts",
  "description": "Returns your payouts, newest first, a page at a time.",
  "takesIdempotencyKey": false,
  "params": [],
  "query": [
    "customer_id",
    "status",
    "payout_batch_id",
    "idempotency_key",
    "limit",
    "after"
  ],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "customer_id": {
        "type": "string",
        "description": "The payouts to one customer."
      },
      "status": {
        "type": "string",
        "enum": [
          "PROCESSING",
          "PAID",
          "FAILED",
          "RETURNED"
        ]
      },
      "payout_batch_id": {
        "type": "string",
        "description": "The payouts of one batch."
      },
      "idempotency_key": {
        "type": "string",
        "maxLength": 255,
        "description": "Those that a request with this `Idempotency-Key` has created."
      },
      "limit": {
        "default": 25,
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "format": "int64",
        "description": "The number of objects on a page."
      },
      "after": {
        "type": "string",
        "description": "The `next_cursor` of the page before, with the same filters."
      }
    },
    "required": [],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "payouts": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid",
              "description": "The id of the payout, as shown in your dashboard."
            },
            "customer_id": {
              "type": "string",
              "format": "uuid",
              "description": "The customer who receives the payout."
            },
            "bank_account_id": {
              "type": "string",
              "format": "uuid",
              "description": "The bank account it goes to."
            },
            "amount": {
              "type": "number",
              "description": "In dollars. There is no fee on payouts."
            },
            "currency": {
              "type": "string",
              "description": "`USD`."
            },
            "status": {
              "type": "string",
              "enum": [
                "PROCESSING",
                "PAID",
                "FAILED",
                "RETURNED"
              ],
              "description": "See Statuses."
            },
            "provider_transfer_id": {
              "description": "The provider's own id, for reconciliation. `null` until the provider has confirmed.",
              "type": [
                "string",
                "null"
              ]
            },
            "provider_transfer_status": {
              "description": "The provider's own status: `DELIVERED` for a payout that arrived. `null` until the provider has confirmed.",
              "type": [
                "string",
                "null"
              ]
            },
            "metadata": {
              "type": "object",
              "propertyNames": {
                "type": "string"
              },
              "additionalProperties": {
                "type": "string"
              },
              "description": "The metadata that you sent. Absent if you sent none."
            },
            "failure": {
              "anyOf": [
                {
                  "type": "object",
                  "properties": {
                    "code": {
                      "description": "The provider's code, such as `no_account`.",
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "message": {
                      "type": "string",
                      "description": "An explanation for people."
                    }
                  },
                  "required": [
                    "code",
                    "message"
                  ]
                },
                {
                  "type": "null"
                }
              ],
              "description": "Why it is `FAILED` or `RETURNED`; else `null`."
            },
            "rail": {
              "anyOf": [
                {
                  "type": "string",
                  "enum": [
                    "FEDNOW",
                    "ACH",
                    "FEDWIRE"
                  ]
                },
                {
                  "type": "null"
                }
              ],
              "description": "The bank network that carries it, which the operator’s settings and the bank decide. `null` where the provider chooses it and doesn’t say, as in test mode. A provider that sends over RTP chooses by itself, so there is no value for it."
            },
            "expected_on": {
              "description": "The day by which the bank has the money at the latest, as YYYY-MM-DD. `null` where `rail` is, and for a payout that failed or came back.",
              "type": [
                "string",
                "null"
              ]
            },
            "waiting_for": {
              "description": "Live mode, while the payment provider doesn’t hold enough for it: it is sent by itself as soon as it does. Absent otherwise.",
              "type": "string",
              "const": "provider_balance"
            },
            "created_at": {
              "type": "string",
              "format": "date-time",
              "description": "ISO 8601."
            },
            "settled_at": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "date-time"
                },
                {
                  "type": "null"
                }
              ],
              "description": "The time at which its outcome was booked, in ISO 8601. `null` while it is `PROCESSING`."
            }
          },
          "required": [
            "id",
            "customer_id",
            "bank_account_id",
            "amount",
            "currency",
            "status",
            "provider_transfer_id",
            "provider_transfer_status",
            "failure",
            "rail",
            "expected_on",
            "created_at",
            "settled_at"
          ],
          "title": "Payout, with times",
          "description": "A payout with its failure and its times in ISO 8601: returned when you get or list payouts.",
          "examples": [
            {
              "id": "0199d1c2-84a9-7373-9ef8-5288bf1b10c4",
              "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
              "bank_account_id": "0199d1c2-7363-74fb-b0b1-82d04b0c66f9",
              "amount": 25.5,
              "currency": "USD",
              "status": "PAID",
              "provider_transfer_id": "sbx_tr_0199d1c2-852f-77bd-a983-ba237bffc061",
              "provider_transfer_status": "DELIVERED",
              "metadata": {
                "batch": "2026-03"
              },
              "failure": null,
              "rail": null,
              "expected_on": null,
              "created_at": "2026-03-03T09:31:02.000Z",
              "settled_at": "2026-03-03T09:31:03.000Z"
            }
          ]
        }
      },
      "next_cursor": {
        "description": "Give it in `after` to get the next page. `null` at the end.",
        "examples": [
          null
        ],
        "type": [
          "string",
          "null"
        ]
      }
    },
    "required": [
      "status",
      "payouts",
      "next_cursor"
    ]
  }
},
{
  "id": "createPayoutBatch",
  "method": "POST",
  "path": "/api/v2/payout-batches",
  "scope": "payouts",
  "resource": "payouts",
  "name": "createBatch",
  "summary": "Create a payout batch",
  "description": "Pays up to 1,000 customers in one request. All rows are checked before anything moves: if any is wrong, nothing is sent, and `errors` names each of them.",
  "takesIdempotencyKey": true,
  "params": [],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "name": {
        "type": "string",
        "maxLength": 255,
        "description": "What the dashboard calls the batch, such as `Payroll, May`."
      },
      "payouts": {
        "minItems": 1,
        "maxItems": 1000,
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "customer_id": {
              "type": "string",
              "description": "The customer who receives the payout."
            },
            "bank_account_id": {
              "type": "string",
              "description": "One of this customer's bank accounts."
            },
            "amount": {
              "description": "In dollars, above 0, with at most two decimals. Your limits per request and per day and your wallet's balance cap it.",
              "type": [
                "number",
                "string"
              ]
            },
            "currency": {
              "default": "USD",
              "description": "Only `USD`, in either case.",
              "type": "string"
            },
            "reference": {
              "description": "Your own reference for it. The payout has it in `metadata`, as `reference`.",
              "type": "string",
              "maxLength": 255
            },
            "metadata": {
              "description": "Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500.",
              "anyOf": [
                {
                  "type": "object",
                  "propertyNames": {
                    "type": "string",
                    "maxLength": 40
                  },
                  "additionalProperties": {
                    "type": "string",
                    "maxLength": 500
                  }
                },
                {
                  "type": "null"
                }
              ]
            }
          },
          "required": [
            "customer_id",
            "bank_account_id",
            "amount"
          ]
        },
        "description": "Up to 1,000. They are sent in this order: what the balance covers goes to the first rows."
      },
      "send_on": {
        "description": "The day on which they are sent, as soon as it begins in UTC. Without it: at once.",
        "type": "string",
        "format": "date"
      }
    },
    "required": [
      "name",
      "payouts"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "payout_batch": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "name": {
            "type": "string"
          },
          "status": {
            "type": "string",
            "enum": [
              "NEEDS_APPROVAL",
              "SCHEDULED",
              "PROCESSING",
              "COMPLETED",
              "CANCELED"
            ],
            "description": "`NEEDS_APPROVAL`: it waits for people in your dashboard. `COMPLETED`: each payout has its outcome."
          },
          "send_on": {
            "anyOf": [
              {
                "type": "string",
                "format": "date"
              },
              {
                "type": "null"
              }
            ],
            "description": "The day on which it is sent; `null`: at once."
          },
          "currency": {
            "type": "string",
            "description": "`USD`."
          },
          "count": {
            "type": "integer",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "The number of payouts.",
            "format": "int64"
          },
          "amount": {
            "type": "number",
            "description": "Their sum, in dollars."
          },
          "counts": {
            "type": "object",
            "properties": {
              "NEEDS_APPROVAL": {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              },
              "PENDING": {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              },
              "PROCESSING": {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              },
              "PAID": {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              },
              "FAILED": {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              },
              "RETURNED": {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              },
              "CANCELED": {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              }
            },
            "required": [
              "NEEDS_APPROVAL",
              "PENDING",
              "PROCESSING",
              "PAID",
              "FAILED",
              "RETURNED",
              "CANCELED"
            ],
            "description": "The number of payouts by status."
          },
          "amounts": {
            "type": "object",
            "properties": {
              "NEEDS_APPROVAL": {
                "type": "number"
              },
              "PENDING": {
                "type": "number"
              },
              "PROCESSING": {
                "type": "number"
              },
              "PAID": {
                "type": "number"
              },
              "FAILED": {
                "type": "number"
              },
              "RETURNED": {
                "type": "number"
              },
              "CANCELED": {
                "type": "number"
              }
            },
            "required": [
              "NEEDS_APPROVAL",
              "PENDING",
              "PROCESSING",
              "PAID",
              "FAILED",
              "RETURNED",
              "CANCELED"
            ],
            "description": "The sum of payouts by status, in dollars."
          },
          "failures": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "row": {
                  "type": "integer",
                  "minimum": -9007199254740991,
                  "maximum": 9007199254740991,
                  "description": "Its place in `payouts`, counted from 1.",
                  "format": "int64"
                },
                "payout_id": {
                  "anyOf": [
                    {
                      "type": "string",
                      "format": "uuid"
                    },
                    {
                      "type": "null"
                    }
                  ],
                  "description": "`null` if no payout was made, because of the balance or a limit for example."
                },
                "code": {
                  "type": [
                    "string",
                    "null"
                  ]
                },
                "message": {
                  "type": "string"
                }
              },
              "required": [
                "row",
                "payout_id",
                "code",
                "message"
              ]
            },
            "description": "Why payouts are `FAILED` or `RETURNED`."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601."
          }
        },
        "required": [
          "id",
          "name",
          "status",
          "send_on",
          "currency",
          "count",
          "amount",
          "counts",
          "amounts",
          "failures",
          "created_at"
        ],
        "title": "Payout batch",
        "description": "Many payouts in one request.",
        "examples": [
          {
            "id": "0199d1c2-8be1-7d64-8d55-50e1a0d5c3a1",
            "name": "Payroll, May",
            "status": "PROCESSING",
            "send_on": null,
            "currency": "USD",
            "count": 1,
            "amount": 25.5,
            "counts": {
              "NEEDS_APPROVAL": 0,
              "PENDING": 1,
              "PROCESSING": 0,
              "PAID": 0,
              "FAILED": 0,
              "RETURNED": 0,
              "CANCELED": 0
            },
            "amounts": {
              "NEEDS_APPROVAL": 0,
              "PENDING": 25.5,
              "PROCESSING": 0,
              "PAID": 0,
              "FAILED": 0,
              "RETURNED": 0,
              "CANCELED": 0
            },
            "failures": [],
            "created_at": "2026-03-03T09:31:02.000Z"
          }
        ]
      }
    },
    "required": [
      "status",
      "payout_batch"
    ]
  }
},
{
  "id": "getPayoutBatch",
  "method": "GET",
  "path": "/api/v2/payout-batch/{payout_batch_id}",
  "scope": "read",
  "resource": "payouts",
  "name": "getBatch",
  "summary": "Get a payout batch",
  "description": "Returns how far a batch is: counts and sums by status, and why payouts failed.",
  "takesIdempotencyKey": false,
  "params": [
    "payout_batch_id"
  ],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "payout_batch_id": {
        "type": "string",
        "description": "The batch."
      }
    },
    "required": [
      "payout_batch_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "payout_batch": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "name": {
            "type": "string"
          },
          "status": {
            "type": "string",
            "enum": [
              "NEEDS_APPROVAL",
              "SCHEDULED",
              "PROCESSING",
              "COMPLETED",
              "CANCELED"
            ],
            "description": "`NEEDS_APPROVAL`: it waits for people in your dashboard. `COMPLETED`: each payout has its outcome."
          },
          "send_on": {
            "anyOf": [
              {
                "type": "string",
                "format": "date"
              },
              {
                "type": "null"
              }
            ],
            "description": "The day on which it is sent; `null`: at once."
          },
          "currency": {
            "type": "string",
            "description": "`USD`."
          },
          "count": {
            "type": "integer",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "The number of payouts.",
            "format": "int64"
          },
          "amount": {
            "type": "number",
            "description": "Their sum, in dollars."
          },
          "counts": {
            "type": "object",
            "properties": {
              "NEEDS_APPROVAL": {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              },
              "PENDING": {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              },
              "PROCESSING": {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              },
              "PAID": {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              },
              "FAILED": {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              },
              "RETURNED": {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              },
              "CANCELED": {
                "type": "integer",
                "minimum": -9007199254740991,
                "maximum": 9007199254740991,
                "format": "int64"
              }
            },
            "required": [
              "NEEDS_APPROVAL",
              "PENDING",
              "PROCESSING",
              "PAID",
              "FAILED",
              "RETURNED",
              "CANCELED"
            ],
            "description": "The number of payouts by status."
          },
          "amounts": {
            "type": "object",
            "properties": {
              "NEEDS_APPROVAL": {
                "type": "number"
              },
              "PENDING": {
                "type": "number"
              },
              "PROCESSING": {
                "type": "number"
              },
              "PAID": {
                "type": "number"
              },
              "FAILED": {
                "type": "number"
              },
              "RETURNED": {
                "type": "number"
              },
              "CANCELED": {
                "type": "number"
              }
            },
            "required": [
              "NEEDS_APPROVAL",
              "PENDING",
              "PROCESSING",
              "PAID",
              "FAILED",
              "RETURNED",
              "CANCELED"
            ],
            "description": "The sum of payouts by status, in dollars."
          },
          "failures": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "row": {
                  "type": "integer",
                  "minimum": -9007199254740991,
                  "maximum": 9007199254740991,
                  "description": "Its place in `payouts`, counted from 1.",
                  "format": "int64"
                },
                "payout_id": {
                  "anyOf": [
                    {
                      "type": "string",
                      "format": "uuid"
                    },
                    {
                      "type": "null"
                    }
                  ],
                  "description": "`null` if no payout was made, because of the balance or a limit for example."
                },
                "code": {
                  "type": [
                    "string",
                    "null"
                  ]
                },
                "message": {
                  "type": "string"
                }
              },
              "required": [
                "row",
                "payout_id",
                "code",
                "message"
              ]
            },
            "description": "Why payouts are `FAILED` or `RETURNED`."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601."
          }
        },
        "required": [
          "id",
          "name",
          "status",
          "send_on",
          "currency",
          "count",
          "amount",
          "counts",
          "amounts",
          "failures",
          "created_at"
        ],
        "title": "Payout batch",
        "description": "Many payouts in one request.",
        "examples": [
          {
            "id": "0199d1c2-8be1-7d64-8d55-50e1a0d5c3a1",
            "name": "Payroll, May",
            "status": "PROCESSING",
            "send_on": null,
            "currency": "USD",
            "count": 1,
            "amount": 25.5,
            "counts": {
              "NEEDS_APPROVAL": 0,
              "PENDING": 1,
              "PROCESSING": 0,
              "PAID": 0,
              "FAILED": 0,
              "RETURNED": 0,
              "CANCELED": 0
            },
            "amounts": {
              "NEEDS_APPROVAL": 0,
              "PENDING": 25.5,
              "PROCESSING": 0,
              "PAID": 0,
              "FAILED": 0,
              "RETURNED": 0,
              "CANCELED": 0
            },
            "failures": [],
            "created_at": "2026-03-03T09:31:02.000Z"
          }
        ]
      }
    },
    "required": [
      "status",
      "payout_batch"
    ]
  }
},
{
  "id": "getWallet",
  "method": "GET",
  "path": "/api/v2/wallet",
  "scope": "read",
  "resource": "wallet",
  "name": "get",
  "summary": "Get the wallet",
  "description": "Returns what you have in each currency that you have used.",
  "takesIdempotencyKey": false,
  "params": [],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {},
    "required": [],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "balances": {
        "type": "object",
        "propertyNames": {
          "type": "string"
        },
        "additionalProperties": {
          "type": "object",
          "properties": {
            "available": {
              "type": "number",
              "description": "The amount that you can pay out."
            },
            "pending": {
              "type": "number",
              "description": "Of paid invoices, until their hold is over. Always 0 in test mode."
            },
            "held": {
              "type": "number",
              "description": "Taken from `available` for payouts that are not settled."
            },
            "owed": {
              "type": "number",
              "description": "After refunds and disputes: your next income settles it first."
            }
          },
          "required": [
            "available",
            "pending",
            "held",
            "owed"
          ],
          "title": "Balance",
          "description": "Your balance in one currency: returned when you get the wallet.",
          "examples": [
            {
              "available": 129,
              "pending": 0,
              "held": 0,
              "owed": 0
            }
          ]
        },
        "description": "A balance by currency code.",
        "examples": [
          {
            "USD": {
              "available": 129,
              "pending": 0,
              "held": 0,
              "owed": 0
            }
          }
        ]
      }
    },
    "required": [
      "status",
      "balances"
    ]
  }
},
{
  "id": "listWalletEntries",
  "method": "GET",
  "path": "/api/v2/wallet/entries",
  "scope": "read",
  "resource": "wallet",
  "name": "listEntries",
  "summary": "List wallet entries",
  "description": "Returns each movement of the money that is available in one currency, latest first, a page at a time.",
  "takesIdempotencyKey": false,
  "params": [],
  "query": [
    "currency",
    "limit",
    "after"
  ],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "currency": {
        "type": "string",
        "description": "An ISO 4217 code, in either case. `USD` if it is not given."
      },
      "limit": {
        "default": 25,
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "format": "int64",
        "description": "The number of objects on a page."
      },
      "after": {
        "type": "string",
        "description": "The `next_cursor` of the page before, with the same filters."
      }
    },
    "required": [],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "entries": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid",
              "description": "The ledger transaction."
            },
            "reason": {
              "type": "string",
              "description": "The reason of the entry, such as `invoice.paid` or `payout.requested`."
            },
            "amount": {
              "type": "number",
              "description": "Above 0 for money in, below 0 for money out."
            },
            "currency": {
              "type": "string"
            },
            "balance_after": {
              "type": "number",
              "description": "The available balance afterwards."
            },
            "invoice_id": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "uuid"
                },
                {
                  "type": "null"
                }
              ],
              "description": "The invoice behind it."
            },
            "payout_id": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "uuid"
                },
                {
                  "type": "null"
                }
              ],
              "description": "The payout behind it."
            },
            "note": {
              "description": "Written by the operator.",
              "type": [
                "string",
                "null"
              ]
            },
            "created_at": {
              "type": "string",
              "format": "date-time",
              "description": "ISO 8601."
            }
          },
          "required": [
            "id",
            "reason",
            "amount",
            "currency",
            "balance_after",
            "invoice_id",
            "payout_id",
            "note",
            "created_at"
          ],
          "title": "Wallet entry",
          "description": "A movement of the money that is available: returned when you list wallet entries.",
          "examples": [
            {
              "id": "0199d1c2-84aa-7210-a1b0-6f8e40f1c2d3",
              "reason": "payout.requested",
              "amount": -25.5,
              "currency": "USD",
              "balance_after": 129,
              "invoice_id": null,
              "payout_id": "0199d1c2-84a9-7373-9ef8-5288bf1b10c4",
              "note": null,
              "created_at": "2026-03-03T09:31:02.000Z"
            }
          ]
        },
        "examples": [
          [
            {
              "id": "0199d1c2-84aa-7210-a1b0-6f8e40f1c2d3",
              "reason": "payout.requested",
              "amount": -25.5,
              "currency": "USD",
              "balance_after": 129,
              "invoice_id": null,
              "payout_id": "0199d1c2-84a9-7373-9ef8-5288bf1b10c4",
              "note": null,
              "created_at": "2026-03-03T09:31:02.000Z"
            },
            {
              "id": "0199d1c2-4c11-7d05-8b1e-0d3a5f6e7788",
              "reason": "invoice.paid",
              "amount": 154.5,
              "currency": "USD",
              "balance_after": 154.5,
              "invoice_id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
              "payout_id": null,
              "note": null,
              "created_at": "2026-03-03T09:12:45.000Z"
            }
          ]
        ]
      },
      "next_cursor": {
        "description": "Give it in `after` to get the next page. `null` at the end.",
        "examples": [
          null
        ],
        "type": [
          "string",
          "null"
        ]
      }
    },
    "required": [
      "status",
      "entries",
      "next_cursor"
    ]
  }
},
{
  "id": "refundInvoice",
  "method": "POST",
  "path": "/api/v2/invoice/{invoice_id}/refund",
  "scope": "payouts",
  "resource": "invoices",
  "name": "refund",
  "summary": "Refund an invoice",
  "description": "Gives the buyer of a paid invoice the base amount back, in whole or in part.",
  "takesIdempotencyKey": true,
  "params": [
    "invoice_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "invoice_id": {
        "type": "string",
        "description": "The invoice."
      },
      "amount": {
        "description": "In major units of the invoice’s currency, above 0, before a fee that your customer paid. Left out, without `items`: all that is left of the base amount.",
        "type": [
          "number",
          "string"
        ]
      },
      "items": {
        "description": "Instead of `amount`: the items that the refund is about, each with its amount. Their sum is refunded, and the credit note has these items alone.",
        "maxItems": 100,
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "item": {
              "type": "integer",
              "minimum": 1,
              "maximum": 100,
              "description": "Its place among the `items` of the invoice: 1 is the first one.",
              "format": "int64"
            },
            "amount": {
              "description": "In major units, above 0, with the tax of the item and without a fee on top.",
              "type": [
                "number",
                "string"
              ]
            }
          },
          "required": [
            "item",
            "amount"
          ]
        }
      }
    },
    "required": [
      "invoice_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "refund": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `refund_id` in paths."
          },
          "invoice_id": {
            "type": "string",
            "format": "uuid"
          },
          "amount": {
            "type": "number",
            "description": "The amount that the buyer gets back, including any part of the fee that goes back to them."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "status": {
            "type": "string",
            "enum": [
              "PENDING",
              "SUCCEEDED",
              "FAILED"
            ],
            "description": "`PENDING` until the provider has confirmed. `FAILED`: the money it took is back in your wallet."
          },
          "failure_reason": {
            "description": "The same as `failure.code`. `null` unless it failed.",
            "type": [
              "string",
              "null"
            ]
          },
          "failure": {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "code": {
                    "description": "The provider's word for it. `null` if it gave none.",
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "message": {
                    "type": "string",
                    "description": "An explanation for people."
                  }
                },
                "required": [
                  "code",
                  "message"
                ]
              },
              {
                "type": "null"
              }
            ],
            "description": "Why it is `FAILED`; else `null`."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601, in UTC."
          }
        },
        "required": [
          "id",
          "invoice_id",
          "amount",
          "currency",
          "status",
          "failure_reason",
          "failure",
          "created_at"
        ],
        "title": "Refund",
        "description": "Returned when you refund an invoice, and when you get or list refunds.",
        "examples": [
          {
            "id": "0199d1c2-9b1e-7f5d-8c1c-8a8f8a0a8c11",
            "invoice_id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
            "amount": 34.5,
            "currency": "USD",
            "status": "SUCCEEDED",
            "failure_reason": null,
            "failure": null,
            "created_at": "2026-03-04T09:30:00.000Z"
          }
        ]
      }
    },
    "required": [
      "status",
      "refund"
    ]
  }
},
{
  "id": "getRefund",
  "method": "GET",
  "path": "/api/v2/refund/{refund_id}",
  "scope": "read",
  "resource": "refunds",
  "name": "get",
  "summary": "Get a refund",
  "description": "Returns a refund as it is now: what became of one that was `PENDING`, or why it failed.",
  "takesIdempotencyKey": false,
  "params": [
    "refund_id"
  ],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "refund_id": {
        "type": "string",
        "description": "The refund."
      }
    },
    "required": [
      "refund_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "refund": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `refund_id` in paths."
          },
          "invoice_id": {
            "type": "string",
            "format": "uuid"
          },
          "amount": {
            "type": "number",
            "description": "The amount that the buyer gets back, including any part of the fee that goes back to them."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "status": {
            "type": "string",
            "enum": [
              "PENDING",
              "SUCCEEDED",
              "FAILED"
            ],
            "description": "`PENDING` until the provider has confirmed. `FAILED`: the money it took is back in your wallet."
          },
          "failure_reason": {
            "description": "The same as `failure.code`. `null` unless it failed.",
            "type": [
              "string",
              "null"
            ]
          },
          "failure": {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "code": {
                    "description": "The provider's word for it. `null` if it gave none.",
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "message": {
                    "type": "string",
                    "description": "An explanation for people."
                  }
                },
                "required": [
                  "code",
                  "message"
                ]
              },
              {
                "type": "null"
              }
            ],
            "description": "Why it is `FAILED`; else `null`."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601, in UTC."
          }
        },
        "required": [
          "id",
          "invoice_id",
          "amount",
          "currency",
          "status",
          "failure_reason",
          "failure",
          "created_at"
        ],
        "title": "Refund",
        "description": "Returned when you refund an invoice, and when you get or list refunds.",
        "examples": [
          {
            "id": "0199d1c2-9b1e-7f5d-8c1c-8a8f8a0a8c11",
            "invoice_id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
            "amount": 34.5,
            "currency": "USD",
            "status": "SUCCEEDED",
            "failure_reason": null,
            "failure": null,
            "created_at": "2026-03-04T09:30:00.000Z"
          }
        ]
      }
    },
    "required": [
      "status",
      "refund"
    ]
  }
},
{
  "id": "listRefunds",
  "method": "GET",
  "path": "/api/v2/refunds",
  "scope": "read",
  "resource": "refunds",
  "name": "list",
  "summary": "List refunds",
  "description": "Returns the refunds of your invoices, newest first, a page at a time.",
  "takesIdempotencyKey": false,
  "params": [],
  "query": [
    "invoice_id",
    "status",
    "limit",
    "after"
  ],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "invoice_id": {
        "type": "string",
        "description": "The refunds of one invoice."
      },
      "status": {
        "type": "string",
        "enum": [
          "PENDING",
          "SUCCEEDED",
          "FAILED"
        ]
      },
      "limit": {
        "default": 25,
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "format": "int64",
        "description": "The number of objects on a page."
      },
      "after": {
        "type": "string",
        "description": "The `next_cursor` of the page before, with the same filters."
      }
    },
    "required": [],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "refunds": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid",
              "description": "The `refund_id` in paths."
            },
            "invoice_id": {
              "type": "string",
              "format": "uuid"
            },
            "amount": {
              "type": "number",
              "description": "The amount that the buyer gets back, including any part of the fee that goes back to them."
            },
            "currency": {
              "type": "string",
              "description": "ISO 4217, in upper case."
            },
            "status": {
              "type": "string",
              "enum": [
                "PENDING",
                "SUCCEEDED",
                "FAILED"
              ],
              "description": "`PENDING` until the provider has confirmed. `FAILED`: the money it took is back in your wallet."
            },
            "failure_reason": {
              "description": "The same as `failure.code`. `null` unless it failed.",
              "type": [
                "string",
                "null"
              ]
            },
            "failure": {
              "anyOf": [
                {
                  "type": "object",
                  "properties": {
                    "code": {
                      "description": "The provider's word for it. `null` if it gave none.",
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "message": {
                      "type": "string",
                      "description": "An explanation for people."
                    }
                  },
                  "required": [
                    "code",
                    "message"
                  ]
                },
                {
                  "type": "null"
                }
              ],
              "description": "Why it is `FAILED`; else `null`."
            },
            "created_at": {
              "type": "string",
              "format": "date-time",
              "description": "ISO 8601, in UTC."
            }
          },
          "required": [
            "id",
            "invoice_id",
            "amount",
            "currency",
            "status",
            "failure_reason",
            "failure",
            "created_at"
          ],
          "title": "Refund",
          "description": "Returned when you refund an invoice, and when you get or list refunds.",
          "examples": [
            {
              "id": "0199d1c2-9b1e-7f5d-8c1c-8a8f8a0a8c11",
              "invoice_id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
              "amount": 34.5,
              "currency": "USD",
              "status": "SUCCEEDED",
              "failure_reason": null,
              "failure": null,
              "created_at": "2026-03-04T09:30:00.000Z"
            }
          ]
        }
      },
      "next_cursor": {
        "description": "Give it in `after` to get the next page. `null` at the end.",
        "examples": [
          null
        ],
        "type": [
          "string",
          "null"
        ]
      }
    },
    "required": [
      "status",
      "refunds",
      "next_cursor"
    ]
  }
},
{
  "id": "getCredit",
  "method": "GET",
  "path": "/api/v2/credit/{credit_id}",
  "scope": "read",
  "resource": "credits",
  "name": "get",
  "summary": "Get a credit",
  "description": "Returns a credit of an invoice that was not paid yet.",
  "takesIdempotencyKey": false,
  "params": [
    "credit_id"
  ],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "credit_id": {
        "type": "string",
        "description": "The credit."
      }
    },
    "required": [
      "credit_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "credit": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `credit_id` in paths."
          },
          "invoice_id": {
            "type": "string",
            "format": "uuid"
          },
          "number": {
            "type": "string",
            "description": "As printed on the credit note: the invoice number and a counter, such as `INV-0042-CN1`."
          },
          "amount": {
            "type": "number",
            "description": "How much the credit reduced the amount due, including its share of any fee on top."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "reason": {
            "description": "As printed on the credit note. `null` if you gave none.",
            "type": [
              "string",
              "null"
            ]
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601, in UTC."
          }
        },
        "required": [
          "id",
          "invoice_id",
          "number",
          "amount",
          "currency",
          "reason",
          "created_at"
        ],
        "title": "Credit",
        "description": "A credit note that reduced the amount due on an invoice before it was paid: returned when you credit an invoice, and when you get or list credits.",
        "examples": [
          {
            "id": "0199d1c2-8d2a-7e41-9c3b-5a1f0c7e2d68",
            "invoice_id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
            "number": "INV-0042-CN1",
            "amount": 35.57,
            "currency": "USD",
            "reason": "The trip was canceled",
            "created_at": "2026-03-02T16:40:00.000Z"
          }
        ]
      }
    },
    "required": [
      "status",
      "credit"
    ]
  }
},
{
  "id": "listCredits",
  "method": "GET",
  "path": "/api/v2/credits",
  "scope": "read",
  "resource": "credits",
  "name": "list",
  "summary": "List credits",
  "description": "Returns the credits of your invoices, newest first, a page at a time.",
  "takesIdempotencyKey": false,
  "params": [],
  "query": [
    "invoice_id",
    "limit",
    "after"
  ],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "invoice_id": {
        "type": "string",
        "description": "The credits of one invoice."
      },
      "limit": {
        "default": 25,
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "format": "int64",
        "description": "The number of objects on a page."
      },
      "after": {
        "type": "string",
        "description": "The `next_cursor` of the page before, with the same filters."
      }
    },
    "required": [],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "credits": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid",
              "description": "The `credit_id` in paths."
            },
            "invoice_id": {
              "type": "string",
              "format": "uuid"
            },
            "number": {
              "type": "string",
              "description": "As printed on the credit note: the invoice number and a counter, such as `INV-0042-CN1`."
            },
            "amount": {
              "type": "number",
              "description": "How much the credit reduced the amount due, including its share of any fee on top."
            },
            "currency": {
              "type": "string",
              "description": "ISO 4217, in upper case."
            },
            "reason": {
              "description": "As printed on the credit note. `null` if you gave none.",
              "type": [
                "string",
                "null"
              ]
            },
            "created_at": {
              "type": "string",
              "format": "date-time",
              "description": "ISO 8601, in UTC."
            }
          },
          "required": [
            "id",
            "invoice_id",
            "number",
            "amount",
            "currency",
            "reason",
            "created_at"
          ],
          "title": "Credit",
          "description": "A credit note that reduced the amount due on an invoice before it was paid: returned when you credit an invoice, and when you get or list credits.",
          "examples": [
            {
              "id": "0199d1c2-8d2a-7e41-9c3b-5a1f0c7e2d68",
              "invoice_id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
              "number": "INV-0042-CN1",
              "amount": 35.57,
              "currency": "USD",
              "reason": "The trip was canceled",
              "created_at": "2026-03-02T16:40:00.000Z"
            }
          ]
        }
      },
      "next_cursor": {
        "description": "Give it in `after` to get the next page. `null` at the end.",
        "examples": [
          null
        ],
        "type": [
          "string",
          "null"
        ]
      }
    },
    "required": [
      "status",
      "credits",
      "next_cursor"
    ]
  }
},
{
  "id": "getDispute",
  "method": "GET",
  "path": "/api/v2/dispute/{dispute_id}",
  "scope": "read",
  "resource": "disputes",
  "name": "get",
  "summary": "Get a dispute",
  "description": "Returns a dispute as it is now: how long you can answer it, and where.",
  "takesIdempotencyKey": false,
  "params": [
    "dispute_id"
  ],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "dispute_id": {
        "type": "string",
        "description": "The dispute."
      }
    },
    "required": [
      "dispute_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "dispute": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `dispute_id` in paths."
          },
          "invoice_id": {
            "type": "string",
            "format": "uuid"
          },
          "amount": {
            "type": "number",
            "description": "The amount that the buyer disputes, including any fee on top."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "status": {
            "type": "string",
            "enum": [
              "OPEN",
              "WON",
              "LOST"
            ],
            "description": "`OPEN` until the buyer’s bank has decided. `WON`: the money it took is back in your wallet. `LOST`: the buyer keeps the amount."
          },
          "reason": {
            "description": "The reason that the provider gives.",
            "type": [
              "string",
              "null"
            ]
          },
          "evidence_due_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "The time until which you can send evidence, in ISO 8601. `null` if the provider states none."
          },
          "provider_url": {
            "description": "The provider's page where the dispute is answered. `null` if it is not known.",
            "type": [
              "string",
              "null"
            ]
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601, in UTC."
          }
        },
        "required": [
          "id",
          "invoice_id",
          "amount",
          "currency",
          "status",
          "reason",
          "evidence_due_at",
          "provider_url",
          "created_at"
        ],
        "title": "Dispute",
        "description": "A dispute of the payment of an invoice: returned when you get or list disputes.",
        "examples": [
          {
            "id": "0199d1c2-a1f0-7c3e-9a51-4f0f6f1f2b77",
            "invoice_id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
            "amount": 159.28,
            "currency": "USD",
            "status": "OPEN",
            "reason": "fraudulent",
            "evidence_due_at": "2026-03-27T08:00:00.000Z",
            "provider_url": "https://dashboard.stripe.com/disputes/dp_1PgafTB7WZ01zgkWRgzNcT9o",
            "created_at": "2026-03-20T08:00:00.000Z"
          }
        ]
      }
    },
    "required": [
      "status",
      "dispute"
    ]
  }
},
{
  "id": "listDisputes",
  "method": "GET",
  "path": "/api/v2/disputes",
  "scope": "read",
  "resource": "disputes",
  "name": "list",
  "summary": "List disputes",
  "description": "Returns the disputes of your invoices, newest first, a page at a time.",
  "takesIdempotencyKey": false,
  "params": [],
  "query": [
    "invoice_id",
    "status",
    "limit",
    "after"
  ],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "invoice_id": {
        "type": "string",
        "description": "The disputes of one invoice."
      },
      "status": {
        "type": "string",
        "enum": [
          "OPEN",
          "WON",
          "LOST"
        ]
      },
      "limit": {
        "default": 25,
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "format": "int64",
        "description": "The number of objects on a page."
      },
      "after": {
        "type": "string",
        "description": "The `next_cursor` of the page before, with the same filters."
      }
    },
    "required": [],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "disputes": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid",
              "description": "The `dispute_id` in paths."
            },
            "invoice_id": {
              "type": "string",
              "format": "uuid"
            },
            "amount": {
              "type": "number",
              "description": "The amount that the buyer disputes, including any fee on top."
            },
            "currency": {
              "type": "string",
              "description": "ISO 4217, in upper case."
            },
            "status": {
              "type": "string",
              "enum": [
                "OPEN",
                "WON",
                "LOST"
              ],
              "description": "`OPEN` until the buyer’s bank has decided. `WON`: the money it took is back in your wallet. `LOST`: the buyer keeps the amount."
            },
            "reason": {
              "description": "The reason that the provider gives.",
              "type": [
                "string",
                "null"
              ]
            },
            "evidence_due_at": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "date-time"
                },
                {
                  "type": "null"
                }
              ],
              "description": "The time until which you can send evidence, in ISO 8601. `null` if the provider states none."
            },
            "provider_url": {
              "description": "The provider's page where the dispute is answered. `null` if it is not known.",
              "type": [
                "string",
                "null"
              ]
            },
            "created_at": {
              "type": "string",
              "format": "date-time",
              "description": "ISO 8601, in UTC."
            }
          },
          "required": [
            "id",
            "invoice_id",
            "amount",
            "currency",
            "status",
            "reason",
            "evidence_due_at",
            "provider_url",
            "created_at"
          ],
          "title": "Dispute",
          "description": "A dispute of the payment of an invoice: returned when you get or list disputes.",
          "examples": [
            {
              "id": "0199d1c2-a1f0-7c3e-9a51-4f0f6f1f2b77",
              "invoice_id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
              "amount": 159.28,
              "currency": "USD",
              "status": "OPEN",
              "reason": "fraudulent",
              "evidence_due_at": "2026-03-27T08:00:00.000Z",
              "provider_url": "https://dashboard.stripe.com/disputes/dp_1PgafTB7WZ01zgkWRgzNcT9o",
              "created_at": "2026-03-20T08:00:00.000Z"
            }
          ]
        }
      },
      "next_cursor": {
        "description": "Give it in `after` to get the next page. `null` at the end.",
        "examples": [
          null
        ],
        "type": [
          "string",
          "null"
        ]
      }
    },
    "required": [
      "status",
      "disputes",
      "next_cursor"
    ]
  }
},
{
  "id": "payTestInvoice",
  "method": "POST",
  "path": "/api/v2/test/invoice/{invoice_id}/pay",
  "scope": "invoices",
  "resource": "testHelpers",
  "name": "payInvoice",
  "summary": "Pay a test invoice",
  "description": "Pays with a sandbox card, as the buyer would on the sandbox’s checkout page, and returns the invoice.",
  "takesIdempotencyKey": true,
  "params": [
    "invoice_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "invoice_id": {
        "type": "string",
        "description": "The invoice."
      },
      "outcome": {
        "default": "paid",
        "description": "By default `paid`.",
        "type": "string",
        "enum": [
          "paid",
          "declined",
          "insufficient_funds",
          "expired_card",
          "incorrect_cvc",
          "processing_error",
          "refund_pending",
          "refund_fails",
          "refund_refused",
          "refund_lost_answer"
        ]
      }
    },
    "required": [
      "invoice_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "invoice": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "amount": {
            "type": "number",
            "description": "The amount that the buyer pays or has paid, including any fee on top."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "email": {
            "type": "string",
            "description": "The customer's email."
          },
          "provider": {
            "description": "The payment method: `card`, or `bank_transfer`, `cash`, `check` or `other` where you recorded the payment. `null` until the invoice is paid.",
            "type": [
              "string",
              "null"
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "Invoice Created",
              "Paid",
              "Unpaid",
              "Failed"
            ],
            "description": "See Statuses."
          },
          "created_on": {
            "type": "string",
            "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$",
            "description": "`DD Mon, YYYY`."
          },
          "paid_on": {
            "anyOf": [
              {
                "type": "string",
                "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$"
              },
              {
                "type": "null"
              }
            ],
            "description": "`DD Mon, YYYY`. `null` until the invoice is paid."
          },
          "payment_link": {
            "type": "string"
          },
          "items": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "name": {
                  "type": "string",
                  "description": "The `title` you sent."
                },
                "qty": {
                  "type": "number"
                },
                "price": {
                  "type": "number",
                  "description": "The price of one unit, before the fee."
                }
              },
              "required": [
                "name",
                "qty",
                "price"
              ]
            },
            "description": "At least one."
          },
          "due_date": {
            "type": "string",
            "format": "date",
            "description": "`YYYY-MM-DD`."
          },
          "customer_id": {
            "type": "string",
            "format": "uuid"
          },
          "voided_on": {
            "description": "`DD Mon, YYYY`. Absent unless you have voided it, or credited all of it.",
            "type": "string",
            "pattern": "^\\d\\d [A-Z][a-z]{2}, \\d{4}$"
          },
          "reference": {
            "description": "Your own number, if you sent one.",
            "type": "string"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          },
          "amount_credited": {
            "description": "The total of the credit notes issued before the invoice was paid. Absent unless some or all of it was credited.",
            "type": "number"
          }
        },
        "required": [
          "id",
          "amount",
          "currency",
          "email",
          "provider",
          "status",
          "created_on",
          "paid_on",
          "payment_link",
          "items",
          "due_date",
          "customer_id"
        ],
        "title": "Invoice",
        "description": "Returned when you check an invoice or get a customer, and sent in webhooks.",
        "examples": [
          {
            "id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
            "amount": 159.28,
            "currency": "USD",
            "email": "mary@example.com",
            "provider": "card",
            "status": "Paid",
            "created_on": "02 Mar, 2026",
            "paid_on": "03 Mar, 2026",
            "payment_link": "https://pay.example.com/pay/0351LT10lcnLt9rW77EtbO7cMm510JrottE6HBF1Fw21",
            "items": [
              {
                "name": "Consulting, hours",
                "qty": 1.5,
                "price": 80
              },
              {
                "name": "Travel",
                "qty": 1,
                "price": 34.5
              }
            ],
            "due_date": "2026-04-01",
            "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "reference": "order-1042",
            "metadata": {
              "source": "web shop"
            }
          }
        ]
      }
    },
    "required": [
      "status",
      "invoice"
    ]
  }
},
{
  "id": "disputeTestInvoice",
  "method": "POST",
  "path": "/api/v2/test/invoice/{invoice_id}/dispute",
  "scope": "payouts",
  "resource": "testHelpers",
  "name": "disputeInvoice",
  "summary": "Dispute a test invoice",
  "description": "Has the buyer’s bank dispute what is left of the payment, or decide the dispute, and returns the dispute.",
  "takesIdempotencyKey": true,
  "params": [
    "invoice_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "invoice_id": {
        "type": "string",
        "description": "The invoice."
      },
      "outcome": {
        "default": "opened",
        "description": "By default `opened`. `won` and `lost` are from your point of view.",
        "type": "string",
        "enum": [
          "opened",
          "won",
          "lost"
        ]
      }
    },
    "required": [
      "invoice_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "dispute": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `dispute_id` in paths."
          },
          "invoice_id": {
            "type": "string",
            "format": "uuid"
          },
          "amount": {
            "type": "number",
            "description": "The amount that the buyer disputes, including any fee on top."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "status": {
            "type": "string",
            "enum": [
              "OPEN",
              "WON",
              "LOST"
            ],
            "description": "`OPEN` until the buyer’s bank has decided. `WON`: the money it took is back in your wallet. `LOST`: the buyer keeps the amount."
          },
          "reason": {
            "description": "The reason that the provider gives.",
            "type": [
              "string",
              "null"
            ]
          },
          "evidence_due_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "The time until which you can send evidence, in ISO 8601. `null` if the provider states none."
          },
          "provider_url": {
            "description": "The provider's page where the dispute is answered. `null` if it is not known.",
            "type": [
              "string",
              "null"
            ]
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601, in UTC."
          }
        },
        "required": [
          "id",
          "invoice_id",
          "amount",
          "currency",
          "status",
          "reason",
          "evidence_due_at",
          "provider_url",
          "created_at"
        ],
        "title": "Dispute",
        "description": "A dispute of the payment of an invoice: returned when you get or list disputes.",
        "examples": [
          {
            "id": "0199d1c2-a1f0-7c3e-9a51-4f0f6f1f2b77",
            "invoice_id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
            "amount": 159.28,
            "currency": "USD",
            "status": "OPEN",
            "reason": "fraudulent",
            "evidence_due_at": "2026-03-27T08:00:00.000Z",
            "provider_url": "https://dashboard.stripe.com/disputes/dp_1PgafTB7WZ01zgkWRgzNcT9o",
            "created_at": "2026-03-20T08:00:00.000Z"
          }
        ]
      }
    },
    "required": [
      "status",
      "dispute"
    ]
  }
},
{
  "id": "warnOfTestFraud",
  "method": "POST",
  "path": "/api/v2/test/invoice/{invoice_id}/fraud-warning",
  "scope": "payouts",
  "resource": "testHelpers",
  "name": "warnOfFraud",
  "summary": "Warn of fraud about a test invoice",
  "description": "Has the card’s bank warn that the payment is fraud, and returns the warning.",
  "takesIdempotencyKey": true,
  "params": [
    "invoice_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "invoice_id": {
        "type": "string",
        "description": "The invoice."
      }
    },
    "required": [
      "invoice_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "fraud_warning": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `transaction_id` of the payment, which has one warning at most."
          },
          "invoice_id": {
            "type": "string",
            "format": "uuid"
          },
          "amount": {
            "type": "number",
            "description": "The amount that the buyer paid, including any fee on top."
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217, in upper case."
          },
          "reason": {
            "type": "string",
            "description": "The kind of fraud, as the provider calls it."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601, in UTC."
          }
        },
        "required": [
          "id",
          "invoice_id",
          "amount",
          "currency",
          "reason",
          "created_at"
        ],
        "title": "Fraud warning",
        "description": "The card’s bank believes that a payment is fraud. The buyer will probably dispute it, unless you refund it in full first.",
        "examples": [
          {
            "id": "0199d1c2-6f0a-7c55-b0a4-3f1c2d4e5f60",
            "invoice_id": "0199d1c2-468f-765b-aa4c-21f0cb229f3f",
            "amount": 159.28,
            "currency": "USD",
            "reason": "made_with_stolen_card",
            "created_at": "2026-03-12T08:00:00.000Z"
          }
        ]
      }
    },
    "required": [
      "status",
      "fraud_warning"
    ]
  }
},
{
  "id": "settleTestPayout",
  "method": "POST",
  "path": "/api/v2/test/payout/{payout_id}/settle",
  "scope": "payouts",
  "resource": "testHelpers",
  "name": "settlePayout",
  "summary": "Settle a test payout",
  "description": "Decides what the bank says of a payout, and returns the payout as it then is.",
  "takesIdempotencyKey": true,
  "params": [
    "payout_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "payout_id": {
        "type": "string",
        "description": "The payout."
      },
      "outcome": {
        "type": "string",
        "enum": [
          "paid",
          "failed",
          "returned"
        ],
        "description": "The outcome of the payout."
      }
    },
    "required": [
      "payout_id",
      "outcome"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "payout": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The id of the payout, as shown in your dashboard."
          },
          "customer_id": {
            "type": "string",
            "format": "uuid",
            "description": "The customer who receives the payout."
          },
          "bank_account_id": {
            "type": "string",
            "format": "uuid",
            "description": "The bank account it goes to."
          },
          "amount": {
            "type": "number",
            "description": "In dollars. There is no fee on payouts."
          },
          "currency": {
            "type": "string",
            "description": "`USD`."
          },
          "status": {
            "type": "string",
            "enum": [
              "PROCESSING",
              "PAID",
              "FAILED",
              "RETURNED"
            ],
            "description": "See Statuses."
          },
          "provider_transfer_id": {
            "description": "The provider's own id, for reconciliation. `null` until the provider has confirmed.",
            "type": [
              "string",
              "null"
            ]
          },
          "provider_transfer_status": {
            "description": "The provider's own status: `DELIVERED` for a payout that arrived. `null` until the provider has confirmed.",
            "type": [
              "string",
              "null"
            ]
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          },
          "failure": {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "code": {
                    "description": "The provider's code, such as `no_account`.",
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "message": {
                    "type": "string",
                    "description": "An explanation for people."
                  }
                },
                "required": [
                  "code",
                  "message"
                ]
              },
              {
                "type": "null"
              }
            ],
            "description": "Why it is `FAILED` or `RETURNED`; else `null`."
          },
          "rail": {
            "anyOf": [
              {
                "type": "string",
                "enum": [
                  "FEDNOW",
                  "ACH",
                  "FEDWIRE"
                ]
              },
              {
                "type": "null"
              }
            ],
            "description": "The bank network that carries it, which the operator’s settings and the bank decide. `null` where the provider chooses it and doesn’t say, as in test mode. A provider that sends over RTP chooses by itself, so there is no value for it."
          },
          "expected_on": {
            "description": "The day by which the bank has the money at the latest, as YYYY-MM-DD. `null` where `rail` is, and for a payout that failed or came back.",
            "type": [
              "string",
              "null"
            ]
          },
          "waiting_for": {
            "description": "Live mode, while the payment provider doesn’t hold enough for it: it is sent by itself as soon as it does. Absent otherwise.",
            "type": "string",
            "const": "provider_balance"
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601."
          },
          "settled_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "The time at which its outcome was booked, in ISO 8601. `null` while it is `PROCESSING`."
          }
        },
        "required": [
          "id",
          "customer_id",
          "bank_account_id",
          "amount",
          "currency",
          "status",
          "provider_transfer_id",
          "provider_transfer_status",
          "failure",
          "rail",
          "expected_on",
          "created_at",
          "settled_at"
        ],
        "title": "Payout, with times",
        "description": "A payout with its failure and its times in ISO 8601: returned when you get or list payouts.",
        "examples": [
          {
            "id": "0199d1c2-84a9-7373-9ef8-5288bf1b10c4",
            "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "bank_account_id": "0199d1c2-7363-74fb-b0b1-82d04b0c66f9",
            "amount": 25.5,
            "currency": "USD",
            "status": "PAID",
            "provider_transfer_id": "sbx_tr_0199d1c2-852f-77bd-a983-ba237bffc061",
            "provider_transfer_status": "DELIVERED",
            "metadata": {
              "batch": "2026-03"
            },
            "failure": null,
            "rail": null,
            "expected_on": null,
            "created_at": "2026-03-03T09:31:02.000Z",
            "settled_at": "2026-03-03T09:31:03.000Z"
          }
        ]
      }
    },
    "required": [
      "status",
      "payout"
    ]
  }
},
{
  "id": "creditTestWallet",
  "method": "POST",
  "path": "/api/v2/test/wallet/credit",
  "scope": "payouts",
  "resource": "testHelpers",
  "name": "creditWallet",
  "summary": "Credit the test wallet",
  "description": "Adds play money to your wallet, to pay out or refund.",
  "takesIdempotencyKey": true,
  "params": [],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "amount": {
        "description": "In major units, above 0.",
        "type": [
          "number",
          "string"
        ]
      },
      "currency": {
        "default": "USD",
        "description": "ISO 4217, in either case.",
        "type": "string"
      }
    },
    "required": [
      "amount"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "credit": {
        "type": "object",
        "properties": {
          "amount": {
            "type": "number"
          },
          "currency": {
            "type": "string"
          }
        },
        "required": [
          "amount",
          "currency"
        ],
        "examples": [
          {
            "amount": 100,
            "currency": "USD"
          }
        ]
      }
    },
    "required": [
      "status",
      "credit"
    ]
  }
},
{
  "id": "advanceTestClock",
  "method": "POST",
  "path": "/api/v2/test/clock/advance",
  "scope": "invoices",
  "resource": "testHelpers",
  "name": "advanceClock",
  "summary": "Advance the test clock",
  "description": "Lets days pass in your test account: invoices become overdue, reminders are sent, and whatever waits to be tried again is due.",
  "takesIdempotencyKey": true,
  "params": [],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "days": {
        "type": "integer",
        "minimum": 1,
        "maximum": 366,
        "description": "The number of days that pass.",
        "format": "int64"
      }
    },
    "required": [
      "days"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "clock": {
        "type": "object",
        "properties": {
          "advanced_days": {
            "type": "integer",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "format": "int64"
          }
        },
        "required": [
          "advanced_days"
        ],
        "examples": [
          {
            "advanced_days": 30
          }
        ]
      }
    },
    "required": [
      "status",
      "clock"
    ]
  }
},
{
  "id": "addWebhookEndpoint",
  "method": "POST",
  "path": "/api/v2/webhook-endpoints",
  "scope": "webhooks",
  "resource": "events",
  "name": "addWebhookEndpoint",
  "summary": "Add a webhook endpoint",
  "description": "Registers a URL that gets the events of your account from now on: all, or those of some types.",
  "takesIdempotencyKey": true,
  "params": [],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "url": {
        "type": "string",
        "maxLength": 2048,
        "description": "Begins with `https://` or `http://`, without user name."
      },
      "event_types": {
        "description": "The event types that it gets. Left out or `null`: all, and those that are added later.",
        "anyOf": [
          {
            "maxItems": 100,
            "type": "array",
            "items": {
              "type": "string",
              "enum": [
                "customer.created",
                "bank_account.created",
                "invoice.created",
                "invoice.updated",
                "invoice.paid",
                "invoice.failed",
                "invoice.unpaid",
                "invoice.voided",
                "refund.succeeded",
                "refund.failed",
                "fraud_warning.created",
                "dispute.opened",
                "dispute.closed",
                "payout.created",
                "payout.paid",
                "payout.failed",
                "payout.returned"
              ]
            }
          },
          {
            "type": "null"
          }
        ]
      },
      "description": {
        "description": "For yourself, such as what receives the events.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      }
    },
    "required": [
      "url"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "webhook_endpoint": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `webhook_endpoint_id` in paths."
          },
          "url": {
            "type": "string",
            "description": "Gets the events."
          },
          "event_types": {
            "anyOf": [
              {
                "type": "array",
                "items": {
                  "type": "string",
                  "enum": [
                    "customer.created",
                    "bank_account.created",
                    "invoice.created",
                    "invoice.updated",
                    "invoice.paid",
                    "invoice.failed",
                    "invoice.unpaid",
                    "invoice.voided",
                    "refund.succeeded",
                    "refund.failed",
                    "fraud_warning.created",
                    "dispute.opened",
                    "dispute.closed",
                    "payout.created",
                    "payout.paid",
                    "payout.failed",
                    "payout.returned"
                  ]
                }
              },
              {
                "type": "null"
              }
            ],
            "description": "The event types that it gets; `null`: all, and those that are added later."
          },
          "description": {
            "type": [
              "string",
              "null"
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "enabled",
              "disabled"
            ],
            "description": "A `disabled` endpoint gets nothing."
          },
          "previous_secret_expires_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "After a rotation, the time at which the old secret stops signing; `null` if none signs beside the new one."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "secret": {
            "type": "string",
            "description": "Signs what is sent to this endpoint, and nothing else. Returned here and never again."
          }
        },
        "required": [
          "id",
          "url",
          "event_types",
          "description",
          "status",
          "previous_secret_expires_at",
          "created_at",
          "secret"
        ],
        "title": "Webhook endpoint with its secret",
        "description": "Returned when you add a webhook endpoint or rotate its secret.",
        "examples": [
          {
            "id": "0199d1c2-91b7-7a05-8c11-3f0e5a7d2b60",
            "url": "https://shop.example.com/hooks/counterfoil",
            "event_types": [
              "customer.created",
              "invoice.paid",
              "payout.created",
              "payout.paid"
            ],
            "description": "The shop",
            "status": "enabled",
            "previous_secret_expires_at": null,
            "created_at": "2026-03-02T14:05:09.000Z",
            "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
          }
        ]
      }
    },
    "required": [
      "status",
      "webhook_endpoint"
    ]
  }
},
{
  "id": "listWebhookEndpoints",
  "method": "GET",
  "path": "/api/v2/webhook-endpoints",
  "scope": "read",
  "resource": "events",
  "name": "listWebhookEndpoints",
  "summary": "List webhook endpoints",
  "description": "Returns all of them, oldest first.",
  "takesIdempotencyKey": false,
  "params": [],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {},
    "required": [],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "webhook_endpoints": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid",
              "description": "The `webhook_endpoint_id` in paths."
            },
            "url": {
              "type": "string",
              "description": "Gets the events."
            },
            "event_types": {
              "anyOf": [
                {
                  "type": "array",
                  "items": {
                    "type": "string",
                    "enum": [
                      "customer.created",
                      "bank_account.created",
                      "invoice.created",
                      "invoice.updated",
                      "invoice.paid",
                      "invoice.failed",
                      "invoice.unpaid",
                      "invoice.voided",
                      "refund.succeeded",
                      "refund.failed",
                      "fraud_warning.created",
                      "dispute.opened",
                      "dispute.closed",
                      "payout.created",
                      "payout.paid",
                      "payout.failed",
                      "payout.returned"
                    ]
                  }
                },
                {
                  "type": "null"
                }
              ],
              "description": "The event types that it gets; `null`: all, and those that are added later."
            },
            "description": {
              "type": [
                "string",
                "null"
              ]
            },
            "status": {
              "type": "string",
              "enum": [
                "enabled",
                "disabled"
              ],
              "description": "A `disabled` endpoint gets nothing."
            },
            "previous_secret_expires_at": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "date-time"
                },
                {
                  "type": "null"
                }
              ],
              "description": "After a rotation, the time at which the old secret stops signing; `null` if none signs beside the new one."
            },
            "created_at": {
              "type": "string",
              "format": "date-time"
            }
          },
          "required": [
            "id",
            "url",
            "event_types",
            "description",
            "status",
            "previous_secret_expires_at",
            "created_at"
          ],
          "title": "Webhook endpoint",
          "description": "A URL that gets events of your account.",
          "examples": [
            {
              "id": "0199d1c2-91b7-7a05-8c11-3f0e5a7d2b60",
              "url": "https://shop.example.com/hooks/counterfoil",
              "event_types": [
                "customer.created",
                "invoice.paid",
                "payout.created",
                "payout.paid"
              ],
              "description": "The shop",
              "status": "enabled",
              "previous_secret_expires_at": null,
              "created_at": "2026-03-02T14:05:09.000Z"
            }
          ]
        },
        "description": "Oldest first."
      }
    },
    "required": [
      "status",
      "webhook_endpoints"
    ]
  }
},
{
  "id": "updateWebhookEndpoint",
  "method": "PATCH",
  "path": "/api/v2/webhook-endpoints/{webhook_endpoint_id}",
  "scope": "webhooks",
  "resource": "events",
  "name": "updateWebhookEndpoint",
  "summary": "Update a webhook endpoint",
  "description": "Updates the fields that you send, at once. The others stay as they are.",
  "takesIdempotencyKey": false,
  "params": [
    "webhook_endpoint_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "webhook_endpoint_id": {
        "type": "string",
        "description": "The webhook endpoint."
      },
      "url": {
        "type": "string",
        "maxLength": 2048,
        "description": "Begins with `https://` or `http://`, without user name."
      },
      "event_types": {
        "description": "The event types that it gets. Left out or `null`: all, and those that are added later.",
        "anyOf": [
          {
            "maxItems": 100,
            "type": "array",
            "items": {
              "type": "string",
              "enum": [
                "customer.created",
                "bank_account.created",
                "invoice.created",
                "invoice.updated",
                "invoice.paid",
                "invoice.failed",
                "invoice.unpaid",
                "invoice.voided",
                "refund.succeeded",
                "refund.failed",
                "fraud_warning.created",
                "dispute.opened",
                "dispute.closed",
                "payout.created",
                "payout.paid",
                "payout.failed",
                "payout.returned"
              ]
            }
          },
          {
            "type": "null"
          }
        ]
      },
      "description": {
        "description": "For yourself, such as what receives the events.",
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      },
      "status": {
        "type": "string",
        "enum": [
          "enabled",
          "disabled"
        ],
        "description": "A `disabled` endpoint gets nothing until it is `enabled` again."
      }
    },
    "required": [
      "webhook_endpoint_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "webhook_endpoint": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `webhook_endpoint_id` in paths."
          },
          "url": {
            "type": "string",
            "description": "Gets the events."
          },
          "event_types": {
            "anyOf": [
              {
                "type": "array",
                "items": {
                  "type": "string",
                  "enum": [
                    "customer.created",
                    "bank_account.created",
                    "invoice.created",
                    "invoice.updated",
                    "invoice.paid",
                    "invoice.failed",
                    "invoice.unpaid",
                    "invoice.voided",
                    "refund.succeeded",
                    "refund.failed",
                    "fraud_warning.created",
                    "dispute.opened",
                    "dispute.closed",
                    "payout.created",
                    "payout.paid",
                    "payout.failed",
                    "payout.returned"
                  ]
                }
              },
              {
                "type": "null"
              }
            ],
            "description": "The event types that it gets; `null`: all, and those that are added later."
          },
          "description": {
            "type": [
              "string",
              "null"
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "enabled",
              "disabled"
            ],
            "description": "A `disabled` endpoint gets nothing."
          },
          "previous_secret_expires_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "After a rotation, the time at which the old secret stops signing; `null` if none signs beside the new one."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "id",
          "url",
          "event_types",
          "description",
          "status",
          "previous_secret_expires_at",
          "created_at"
        ],
        "title": "Webhook endpoint",
        "description": "A URL that gets events of your account.",
        "examples": [
          {
            "id": "0199d1c2-91b7-7a05-8c11-3f0e5a7d2b60",
            "url": "https://shop.example.com/hooks/counterfoil",
            "event_types": [
              "customer.created",
              "invoice.paid",
              "payout.created",
              "payout.paid"
            ],
            "description": "The shop",
            "status": "enabled",
            "previous_secret_expires_at": null,
            "created_at": "2026-03-02T14:05:09.000Z"
          }
        ]
      }
    },
    "required": [
      "status",
      "webhook_endpoint"
    ]
  }
},
{
  "id": "deleteWebhookEndpoint",
  "method": "DELETE",
  "path": "/api/v2/webhook-endpoints/{webhook_endpoint_id}",
  "scope": "webhooks",
  "resource": "events",
  "name": "deleteWebhookEndpoint",
  "summary": "Delete a webhook endpoint",
  "description": "It gets nothing any more, not even what is waiting to be sent again. Returns the endpoint one last time.",
  "takesIdempotencyKey": false,
  "params": [
    "webhook_endpoint_id"
  ],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "webhook_endpoint_id": {
        "type": "string",
        "description": "The webhook endpoint."
      }
    },
    "required": [
      "webhook_endpoint_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "webhook_endpoint": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `webhook_endpoint_id` in paths."
          },
          "url": {
            "type": "string",
            "description": "Gets the events."
          },
          "event_types": {
            "anyOf": [
              {
                "type": "array",
                "items": {
                  "type": "string",
                  "enum": [
                    "customer.created",
                    "bank_account.created",
                    "invoice.created",
                    "invoice.updated",
                    "invoice.paid",
                    "invoice.failed",
                    "invoice.unpaid",
                    "invoice.voided",
                    "refund.succeeded",
                    "refund.failed",
                    "fraud_warning.created",
                    "dispute.opened",
                    "dispute.closed",
                    "payout.created",
                    "payout.paid",
                    "payout.failed",
                    "payout.returned"
                  ]
                }
              },
              {
                "type": "null"
              }
            ],
            "description": "The event types that it gets; `null`: all, and those that are added later."
          },
          "description": {
            "type": [
              "string",
              "null"
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "enabled",
              "disabled"
            ],
            "description": "A `disabled` endpoint gets nothing."
          },
          "previous_secret_expires_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "After a rotation, the time at which the old secret stops signing; `null` if none signs beside the new one."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "id",
          "url",
          "event_types",
          "description",
          "status",
          "previous_secret_expires_at",
          "created_at"
        ],
        "title": "Webhook endpoint",
        "description": "A URL that gets events of your account.",
        "examples": [
          {
            "id": "0199d1c2-91b7-7a05-8c11-3f0e5a7d2b60",
            "url": "https://shop.example.com/hooks/counterfoil",
            "event_types": [
              "customer.created",
              "invoice.paid",
              "payout.created",
              "payout.paid"
            ],
            "description": "The shop",
            "status": "enabled",
            "previous_secret_expires_at": null,
            "created_at": "2026-03-02T14:05:09.000Z"
          }
        ]
      }
    },
    "required": [
      "status",
      "webhook_endpoint"
    ],
    "examples": [
      {
        "status": "success",
        "webhook_endpoint": {
          "id": "0199d1c2-91b7-7a05-8c11-3f0e5a7d2b60",
          "url": "https://shop.example.com/hooks/counterfoil",
          "event_types": [
            "customer.created",
            "invoice.paid",
            "payout.created",
            "payout.paid"
          ],
          "description": "The shop",
          "status": "enabled",
          "previous_secret_expires_at": "2026-03-03T14:05:09.000Z",
          "created_at": "2026-03-02T14:05:09.000Z"
        }
      }
    ]
  }
},
{
  "id": "rotateWebhookEndpointSecret",
  "method": "POST",
  "path": "/api/v2/webhook-endpoints/{webhook_endpoint_id}/rotate-secret",
  "scope": "webhooks",
  "resource": "events",
  "name": "rotateWebhookEndpointSecret",
  "summary": "Rotate a webhook endpoint's secret",
  "description": "Returns a new secret. The old one signs beside it for 24 hours, so that a receiver can change over without missing an event.",
  "takesIdempotencyKey": true,
  "params": [
    "webhook_endpoint_id"
  ],
  "query": [],
  "hasBody": true,
  "input": {
    "type": "object",
    "properties": {
      "webhook_endpoint_id": {
        "type": "string",
        "description": "The webhook endpoint."
      },
      "overlap_hours": {
        "default": 24,
        "description": "The hours for which the old secret signs too, from 0 to 72. 0 if it has leaked.",
        "type": "integer",
        "minimum": 0,
        "maximum": 72,
        "format": "int64"
      }
    },
    "required": [
      "webhook_endpoint_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "webhook_endpoint": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `webhook_endpoint_id` in paths."
          },
          "url": {
            "type": "string",
            "description": "Gets the events."
          },
          "event_types": {
            "anyOf": [
              {
                "type": "array",
                "items": {
                  "type": "string",
                  "enum": [
                    "customer.created",
                    "bank_account.created",
                    "invoice.created",
                    "invoice.updated",
                    "invoice.paid",
                    "invoice.failed",
                    "invoice.unpaid",
                    "invoice.voided",
                    "refund.succeeded",
                    "refund.failed",
                    "fraud_warning.created",
                    "dispute.opened",
                    "dispute.closed",
                    "payout.created",
                    "payout.paid",
                    "payout.failed",
                    "payout.returned"
                  ]
                }
              },
              {
                "type": "null"
              }
            ],
            "description": "The event types that it gets; `null`: all, and those that are added later."
          },
          "description": {
            "type": [
              "string",
              "null"
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "enabled",
              "disabled"
            ],
            "description": "A `disabled` endpoint gets nothing."
          },
          "previous_secret_expires_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "After a rotation, the time at which the old secret stops signing; `null` if none signs beside the new one."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "secret": {
            "type": "string",
            "description": "Signs what is sent to this endpoint, and nothing else. Returned here and never again."
          }
        },
        "required": [
          "id",
          "url",
          "event_types",
          "description",
          "status",
          "previous_secret_expires_at",
          "created_at",
          "secret"
        ],
        "title": "Webhook endpoint with its secret",
        "description": "Returned when you add a webhook endpoint or rotate its secret.",
        "examples": [
          {
            "id": "0199d1c2-91b7-7a05-8c11-3f0e5a7d2b60",
            "url": "https://shop.example.com/hooks/counterfoil",
            "event_types": [
              "customer.created",
              "invoice.paid",
              "payout.created",
              "payout.paid"
            ],
            "description": "The shop",
            "status": "enabled",
            "previous_secret_expires_at": null,
            "created_at": "2026-03-02T14:05:09.000Z",
            "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
          }
        ]
      }
    },
    "required": [
      "status",
      "webhook_endpoint"
    ],
    "examples": [
      {
        "status": "success",
        "webhook_endpoint": {
          "id": "0199d1c2-91b7-7a05-8c11-3f0e5a7d2b60",
          "url": "https://shop.example.com/hooks/counterfoil",
          "event_types": [
            "customer.created",
            "invoice.paid",
            "payout.created",
            "payout.paid"
          ],
          "description": "The shop",
          "status": "enabled",
          "previous_secret_expires_at": "2026-03-03T14:05:09.000Z",
          "created_at": "2026-03-02T14:05:09.000Z",
          "secret": "whsec_q7ZtOaCqGfPz4ArTV2tcnF1wF8S0Qn3K"
        }
      }
    ]
  }
},
{
  "id": "listEvents",
  "method": "GET",
  "path": "/api/v2/events",
  "scope": "read",
  "resource": "events",
  "name": "list",
  "summary": "List events",
  "description": "Returns what happened in your account, oldest first, and waits for the next event if you ask for it.",
  "takesIdempotencyKey": false,
  "params": [],
  "query": [
    "limit",
    "after",
    "type",
    "wait"
  ],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "limit": {
        "default": 25,
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "format": "int64",
        "description": "The number of objects on a page."
      },
      "after": {
        "type": "string",
        "description": "The `next_cursor` of the page before. Without it, from the beginning."
      },
      "type": {
        "examples": [
          "invoice.paid,payout.failed"
        ],
        "type": "string",
        "description": "One [event type](/docs/webhooks#event-types), or several separated by commas. Without it, all."
      },
      "wait": {
        "default": 0,
        "type": "integer",
        "minimum": 0,
        "maximum": 30,
        "format": "int64",
        "description": "Seconds to wait for an event if there is none yet."
      }
    },
    "required": [],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "events": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid",
              "description": "The `event_id` in paths, and the `counterfoil-event-id` of its webhooks."
            },
            "sequence": {
              "type": "integer",
              "minimum": -9007199254740991,
              "maximum": 9007199254740991,
              "description": "Its number in your account: 1, 2, 3 and so on, without gaps.",
              "format": "int64"
            },
            "type": {
              "type": "string",
              "enum": [
                "customer.created",
                "bank_account.created",
                "invoice.created",
                "invoice.updated",
                "invoice.paid",
                "invoice.failed",
                "invoice.unpaid",
                "invoice.voided",
                "refund.succeeded",
                "refund.failed",
                "fraud_warning.created",
                "dispute.opened",
                "dispute.closed",
                "payout.created",
                "payout.paid",
                "payout.failed",
                "payout.returned"
              ],
              "description": "The type of event."
            },
            "created_at": {
              "type": "string",
              "format": "date-time",
              "description": "The time of the event, in UTC."
            },
            "data": {
              "type": "object",
              "propertyNames": {
                "type": "string"
              },
              "additionalProperties": {},
              "description": "The object that it is about, as the API returned it at that time."
            }
          },
          "required": [
            "id",
            "sequence",
            "type",
            "created_at",
            "data"
          ],
          "title": "Event",
          "description": "An event in your account: returned when you list events, and sent to webhook endpoints.",
          "examples": [
            {
              "id": "0199d1c2-8a10-7c3e-9d57-6a1f0a7be2c4",
              "sequence": 1,
              "type": "customer.created",
              "created_at": "2026-03-02T14:05:09.000Z",
              "data": {
                "id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
                "name": "Mary Jackson",
                "email": "mary@example.com",
                "group": "Retainer",
                "preferred_currency": "USD",
                "address_line1": null,
                "address_line2": null,
                "city": "Hampton",
                "state": "VA",
                "zip": "23666",
                "country": "US",
                "created_on": "2026-03-02 14:05:09",
                "phone": "+1 757 555 0100",
                "copy_emails": [
                  "books@example.com"
                ],
                "external_id": "user_118",
                "metadata": {
                  "crm_id": "C-118"
                }
              }
            }
          ]
        },
        "description": "Oldest first."
      },
      "next_cursor": {
        "type": "string",
        "description": "The place to go on from: send it in `after`.",
        "examples": [
          "1"
        ]
      }
    },
    "required": [
      "status",
      "events",
      "next_cursor"
    ]
  }
},
{
  "id": "getEvent",
  "method": "GET",
  "path": "/api/v2/event/{event_id}",
  "scope": "read",
  "resource": "events",
  "name": "get",
  "summary": "Get an event",
  "description": "Returns an event, and where it was sent with each attempt.",
  "takesIdempotencyKey": false,
  "params": [
    "event_id"
  ],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "event_id": {
        "type": "string",
        "description": "The event."
      }
    },
    "required": [
      "event_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "event": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `event_id` in paths, and the `counterfoil-event-id` of its webhooks."
          },
          "sequence": {
            "type": "integer",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "Its number in your account: 1, 2, 3 and so on, without gaps.",
            "format": "int64"
          },
          "type": {
            "type": "string",
            "enum": [
              "customer.created",
              "bank_account.created",
              "invoice.created",
              "invoice.updated",
              "invoice.paid",
              "invoice.failed",
              "invoice.unpaid",
              "invoice.voided",
              "refund.succeeded",
              "refund.failed",
              "fraud_warning.created",
              "dispute.opened",
              "dispute.closed",
              "payout.created",
              "payout.paid",
              "payout.failed",
              "payout.returned"
            ],
            "description": "The type of event."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "The time of the event, in UTC."
          },
          "data": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {},
            "description": "The object that it is about, as the API returned it at that time."
          },
          "deliveries": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "id": {
                  "type": "string",
                  "format": "uuid",
                  "description": "The `webhook-id` that the receiver gets."
                },
                "url": {
                  "type": "string"
                },
                "status": {
                  "type": "string",
                  "enum": [
                    "PENDING",
                    "DELIVERED",
                    "FAILED"
                  ]
                },
                "created_at": {
                  "type": "string",
                  "format": "date-time"
                },
                "next_attempt_at": {
                  "anyOf": [
                    {
                      "type": "string",
                      "format": "date-time"
                    },
                    {
                      "type": "null"
                    }
                  ],
                  "description": "`null` if there will be none."
                },
                "attempts": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "properties": {
                      "number": {
                        "type": "integer",
                        "minimum": -9007199254740991,
                        "maximum": 9007199254740991,
                        "description": "1 for the first.",
                        "format": "int64"
                      },
                      "created_at": {
                        "type": "string",
                        "format": "date-time"
                      },
                      "duration_ms": {
                        "type": "integer",
                        "minimum": -9007199254740991,
                        "maximum": 9007199254740991,
                        "format": "int64"
                      },
                      "response_status": {
                        "anyOf": [
                          {
                            "type": "integer",
                            "minimum": -9007199254740991,
                            "maximum": 9007199254740991,
                            "format": "int64"
                          },
                          {
                            "type": "null"
                          }
                        ],
                        "description": "The receiver's HTTP status; `null` if it gave no answer."
                      },
                      "response_body": {
                        "description": "The beginning of the receiver's answer.",
                        "type": [
                          "string",
                          "null"
                        ]
                      },
                      "error": {
                        "description": "Why there was no answer.",
                        "type": [
                          "string",
                          "null"
                        ]
                      }
                    },
                    "required": [
                      "number",
                      "created_at",
                      "duration_ms",
                      "response_status",
                      "response_body",
                      "error"
                    ]
                  },
                  "description": "The latest 50, latest first."
                }
              },
              "required": [
                "id",
                "url",
                "status",
                "created_at",
                "next_attempt_at",
                "attempts"
              ]
            },
            "description": "One for each URL it was sent to."
          }
        },
        "required": [
          "id",
          "sequence",
          "type",
          "created_at",
          "data",
          "deliveries"
        ],
        "title": "Event with its deliveries",
        "description": "Returned when you get or redeliver an event.",
        "examples": [
          {
            "id": "0199d1c2-8a10-7c3e-9d57-6a1f0a7be2c4",
            "sequence": 1,
            "type": "customer.created",
            "created_at": "2026-03-02T14:05:09.000Z",
            "data": {
              "id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
              "name": "Mary Jackson",
              "email": "mary@example.com",
              "group": "Retainer",
              "preferred_currency": "USD",
              "address_line1": null,
              "address_line2": null,
              "city": "Hampton",
              "state": "VA",
              "zip": "23666",
              "country": "US",
              "created_on": "2026-03-02 14:05:09",
              "phone": "+1 757 555 0100",
              "copy_emails": [
                "books@example.com"
              ],
              "external_id": "user_118",
              "metadata": {
                "crm_id": "C-118"
              }
            },
            "deliveries": [
              {
                "id": "0199d1c2-8a4e-7b1d-a2c3-0d9e8f7a6b5c",
                "url": "https://shop.example.com/hooks/counterfoil",
                "status": "DELIVERED",
                "created_at": "2026-03-02T14:05:09.200Z",
                "next_attempt_at": null,
                "attempts": [
                  {
                    "number": 1,
                    "created_at": "2026-03-02T14:05:09.400Z",
                    "duration_ms": 84,
                    "response_status": 200,
                    "response_body": "ok",
                    "error": null
                  }
                ]
              }
            ]
          }
        ]
      }
    },
    "required": [
      "status",
      "event"
    ]
  }
},
{
  "id": "redeliverEvent",
  "method": "POST",
  "path": "/api/v2/event/{event_id}/redeliver",
  "scope": "invoices",
  "resource": "events",
  "name": "redeliver",
  "summary": "Redeliver an event",
  "description": "Sends an event again, at once: to every URL that it was sent to, whatever became of it there, and to the endpoints of today that take its type.",
  "takesIdempotencyKey": true,
  "params": [
    "event_id"
  ],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "event_id": {
        "type": "string",
        "description": "The event."
      }
    },
    "required": [
      "event_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "event": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `event_id` in paths, and the `counterfoil-event-id` of its webhooks."
          },
          "sequence": {
            "type": "integer",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "Its number in your account: 1, 2, 3 and so on, without gaps.",
            "format": "int64"
          },
          "type": {
            "type": "string",
            "enum": [
              "customer.created",
              "bank_account.created",
              "invoice.created",
              "invoice.updated",
              "invoice.paid",
              "invoice.failed",
              "invoice.unpaid",
              "invoice.voided",
              "refund.succeeded",
              "refund.failed",
              "fraud_warning.created",
              "dispute.opened",
              "dispute.closed",
              "payout.created",
              "payout.paid",
              "payout.failed",
              "payout.returned"
            ],
            "description": "The type of event."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "The time of the event, in UTC."
          },
          "data": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {},
            "description": "The object that it is about, as the API returned it at that time."
          },
          "deliveries": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "id": {
                  "type": "string",
                  "format": "uuid",
                  "description": "The `webhook-id` that the receiver gets."
                },
                "url": {
                  "type": "string"
                },
                "status": {
                  "type": "string",
                  "enum": [
                    "PENDING",
                    "DELIVERED",
                    "FAILED"
                  ]
                },
                "created_at": {
                  "type": "string",
                  "format": "date-time"
                },
                "next_attempt_at": {
                  "anyOf": [
                    {
                      "type": "string",
                      "format": "date-time"
                    },
                    {
                      "type": "null"
                    }
                  ],
                  "description": "`null` if there will be none."
                },
                "attempts": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "properties": {
                      "number": {
                        "type": "integer",
                        "minimum": -9007199254740991,
                        "maximum": 9007199254740991,
                        "description": "1 for the first.",
                        "format": "int64"
                      },
                      "created_at": {
                        "type": "string",
                        "format": "date-time"
                      },
                      "duration_ms": {
                        "type": "integer",
                        "minimum": -9007199254740991,
                        "maximum": 9007199254740991,
                        "format": "int64"
                      },
                      "response_status": {
                        "anyOf": [
                          {
                            "type": "integer",
                            "minimum": -9007199254740991,
                            "maximum": 9007199254740991,
                            "format": "int64"
                          },
                          {
                            "type": "null"
                          }
                        ],
                        "description": "The receiver's HTTP status; `null` if it gave no answer."
                      },
                      "response_body": {
                        "description": "The beginning of the receiver's answer.",
                        "type": [
                          "string",
                          "null"
                        ]
                      },
                      "error": {
                        "description": "Why there was no answer.",
                        "type": [
                          "string",
                          "null"
                        ]
                      }
                    },
                    "required": [
                      "number",
                      "created_at",
                      "duration_ms",
                      "response_status",
                      "response_body",
                      "error"
                    ]
                  },
                  "description": "The latest 50, latest first."
                }
              },
              "required": [
                "id",
                "url",
                "status",
                "created_at",
                "next_attempt_at",
                "attempts"
              ]
            },
            "description": "One for each URL it was sent to."
          }
        },
        "required": [
          "id",
          "sequence",
          "type",
          "created_at",
          "data",
          "deliveries"
        ],
        "title": "Event with its deliveries",
        "description": "Returned when you get or redeliver an event.",
        "examples": [
          {
            "id": "0199d1c2-8a10-7c3e-9d57-6a1f0a7be2c4",
            "sequence": 1,
            "type": "customer.created",
            "created_at": "2026-03-02T14:05:09.000Z",
            "data": {
              "id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
              "name": "Mary Jackson",
              "email": "mary@example.com",
              "group": "Retainer",
              "preferred_currency": "USD",
              "address_line1": null,
              "address_line2": null,
              "city": "Hampton",
              "state": "VA",
              "zip": "23666",
              "country": "US",
              "created_on": "2026-03-02 14:05:09",
              "phone": "+1 757 555 0100",
              "copy_emails": [
                "books@example.com"
              ],
              "external_id": "user_118",
              "metadata": {
                "crm_id": "C-118"
              }
            },
            "deliveries": [
              {
                "id": "0199d1c2-8a4e-7b1d-a2c3-0d9e8f7a6b5c",
                "url": "https://shop.example.com/hooks/counterfoil",
                "status": "DELIVERED",
                "created_at": "2026-03-02T14:05:09.200Z",
                "next_attempt_at": null,
                "attempts": [
                  {
                    "number": 1,
                    "created_at": "2026-03-02T14:05:09.400Z",
                    "duration_ms": 84,
                    "response_status": 200,
                    "response_body": "ok",
                    "error": null
                  }
                ]
              }
            ]
          }
        ]
      }
    },
    "required": [
      "status",
      "event"
    ],
    "examples": [
      {
        "status": "success",
        "event": {
          "id": "0199d1c2-8a10-7c3e-9d57-6a1f0a7be2c4",
          "sequence": 1,
          "type": "customer.created",
          "created_at": "2026-03-02T14:05:09.000Z",
          "data": {
            "id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "name": "Mary Jackson",
            "email": "mary@example.com",
            "group": "Retainer",
            "preferred_currency": "USD",
            "address_line1": null,
            "address_line2": null,
            "city": "Hampton",
            "state": "VA",
            "zip": "23666",
            "country": "US",
            "created_on": "2026-03-02 14:05:09",
            "phone": "+1 757 555 0100",
            "copy_emails": [
              "books@example.com"
            ],
            "external_id": "user_118",
            "metadata": {
              "crm_id": "C-118"
            }
          },
          "deliveries": [
            {
              "id": "0199d1c2-8a4e-7b1d-a2c3-0d9e8f7a6b5c",
              "url": "https://shop.example.com/hooks/counterfoil",
              "status": "PENDING",
              "created_at": "2026-03-02T14:05:09.200Z",
              "next_attempt_at": "2026-03-03T09:31:02.000Z",
              "attempts": [
                {
                  "number": 1,
                  "created_at": "2026-03-02T14:05:09.400Z",
                  "duration_ms": 84,
                  "response_status": 200,
                  "response_body": "ok",
                  "error": null
                }
              ]
            }
          ]
        }
      }
    ]
  }
},
{
  "id": "getTrace",
  "method": "GET",
  "path": "/api/v2/trace/{id}",
  "scope": "read",
  "resource": "traces",
  "name": "get",
  "summary": "Trace an id",
  "description": "Returns the whole story of whatever has the id, oldest first: requests, approvals of payouts, what providers were asked for, ledger entries with balances, events and deliveries.",
  "takesIdempotencyKey": false,
  "params": [
    "id"
  ],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "id": {
        "type": "string",
        "description": "Of a request, an invoice, a payment (`transaction_id`), a refund, a dispute, a payout, the approval of a payout, an event or a delivery (`webhook-id`); or an `Idempotency-Key`."
      }
    },
    "required": [
      "id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "trace": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "The id that you asked for."
          },
          "kind": {
            "type": "string",
            "enum": [
              "request",
              "idempotency_key",
              "invoice",
              "payment",
              "refund",
              "dispute",
              "payout",
              "payout_approval",
              "event",
              "delivery"
            ],
            "description": "The kind of object."
          },
          "steps": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "kind": {
                  "type": "string",
                  "enum": [
                    "request",
                    "approval",
                    "provider_attempt",
                    "ledger_entry",
                    "event",
                    "delivery"
                  ]
                },
                "created_at": {
                  "type": "string",
                  "format": "date-time"
                },
                "request": {
                  "description": "Of a `request`: one of the API.",
                  "type": "object",
                  "properties": {
                    "id": {
                      "type": "string",
                      "format": "uuid",
                      "description": "The `X-Request-Id` of its answer."
                    },
                    "method": {
                      "type": "string"
                    },
                    "path": {
                      "type": "string"
                    },
                    "idempotency_key": {
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "response_status": {
                      "type": "integer",
                      "minimum": -9007199254740991,
                      "maximum": 9007199254740991,
                      "format": "int64"
                    },
                    "duration_ms": {
                      "type": "integer",
                      "minimum": -9007199254740991,
                      "maximum": 9007199254740991,
                      "format": "int64"
                    }
                  },
                  "required": [
                    "id",
                    "method",
                    "path",
                    "idempotency_key",
                    "response_status",
                    "duration_ms"
                  ]
                },
                "approval": {
                  "description": "Of an `approval`: a payout that needs two people.",
                  "type": "object",
                  "properties": {
                    "id": {
                      "type": "string",
                      "format": "uuid"
                    },
                    "status": {
                      "type": "string",
                      "enum": [
                        "WAITING",
                        "APPROVED",
                        "REJECTED",
                        "CANCELED",
                        "EXPIRED"
                      ],
                      "description": "Its current status."
                    },
                    "amount": {
                      "type": "number"
                    },
                    "currency": {
                      "type": "string"
                    },
                    "payout_id": {
                      "anyOf": [
                        {
                          "type": "string",
                          "format": "uuid"
                        },
                        {
                          "type": "null"
                        }
                      ],
                      "description": "`null` until it is approved."
                    },
                    "decided_at": {
                      "anyOf": [
                        {
                          "type": "string",
                          "format": "date-time"
                        },
                        {
                          "type": "null"
                        }
                      ]
                    }
                  },
                  "required": [
                    "id",
                    "status",
                    "amount",
                    "currency",
                    "payout_id",
                    "decided_at"
                  ]
                },
                "provider_attempt": {
                  "description": "Of a `provider_attempt`: what a provider was asked for.",
                  "type": "object",
                  "properties": {
                    "operation": {
                      "type": "string",
                      "enum": [
                        "checkout_session",
                        "payment",
                        "refund",
                        "dispute",
                        "payout"
                      ]
                    },
                    "id": {
                      "type": "string",
                      "description": "The `transaction_id` of a payment, the number of a checkout session, or the object’s id."
                    },
                    "provider": {
                      "type": "string"
                    },
                    "reference": {
                      "description": "The provider's own id. `null` until it has answered.",
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "status": {
                      "type": "string",
                      "description": "Its current status."
                    },
                    "amount": {
                      "description": "`null` for a checkout session.",
                      "type": [
                        "number",
                        "null"
                      ]
                    },
                    "currency": {
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "failure": {
                      "description": "The provider's reason where it refused.",
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "settled_at": {
                      "anyOf": [
                        {
                          "type": "string",
                          "format": "date-time"
                        },
                        {
                          "type": "null"
                        }
                      ]
                    }
                  },
                  "required": [
                    "operation",
                    "id",
                    "provider",
                    "reference",
                    "status",
                    "amount",
                    "currency",
                    "failure",
                    "settled_at"
                  ]
                },
                "ledger_entry": {
                  "description": "Of a `ledger_entry`: money that moved.",
                  "type": "object",
                  "properties": {
                    "transaction_id": {
                      "type": "string",
                      "format": "uuid"
                    },
                    "reason": {
                      "type": "string",
                      "description": "The reason of the entry, such as `invoice.paid` or `payout.requested`."
                    },
                    "source": {
                      "type": "string",
                      "description": "The account that the amount comes from: `credit_wallet` holds the money that you can pay out."
                    },
                    "destination": {
                      "type": "string"
                    },
                    "amount": {
                      "type": "number"
                    },
                    "currency": {
                      "type": "string"
                    },
                    "source_balance_after": {
                      "description": "The balance of the source after the transaction. `null` where no balance is kept or it stayed the same.",
                      "type": [
                        "number",
                        "null"
                      ]
                    },
                    "destination_balance_after": {
                      "description": "Likewise.",
                      "type": [
                        "number",
                        "null"
                      ]
                    }
                  },
                  "required": [
                    "transaction_id",
                    "reason",
                    "source",
                    "destination",
                    "amount",
                    "currency",
                    "source_balance_after",
                    "destination_balance_after"
                  ]
                },
                "event": {
                  "description": "Of an `event`.",
                  "type": "object",
                  "properties": {
                    "id": {
                      "type": "string",
                      "format": "uuid",
                      "description": "The `event_id` in paths."
                    },
                    "type": {
                      "type": "string",
                      "enum": [
                        "customer.created",
                        "bank_account.created",
                        "invoice.created",
                        "invoice.updated",
                        "invoice.paid",
                        "invoice.failed",
                        "invoice.unpaid",
                        "invoice.voided",
                        "refund.succeeded",
                        "refund.failed",
                        "fraud_warning.created",
                        "dispute.opened",
                        "dispute.closed",
                        "payout.created",
                        "payout.paid",
                        "payout.failed",
                        "payout.returned"
                      ]
                    },
                    "sequence": {
                      "anyOf": [
                        {
                          "type": "integer",
                          "minimum": -9007199254740991,
                          "maximum": 9007199254740991,
                          "format": "int64"
                        },
                        {
                          "type": "null"
                        }
                      ],
                      "description": "Its number in your account."
                    }
                  },
                  "required": [
                    "id",
                    "type",
                    "sequence"
                  ]
                },
                "delivery": {
                  "description": "Of a `delivery`: an event on its way to one URL.",
                  "type": "object",
                  "properties": {
                    "id": {
                      "type": "string",
                      "format": "uuid",
                      "description": "The `webhook-id` that the receiver gets."
                    },
                    "event_id": {
                      "anyOf": [
                        {
                          "type": "string",
                          "format": "uuid"
                        },
                        {
                          "type": "null"
                        }
                      ],
                      "description": "`null` for a test event."
                    },
                    "url": {
                      "type": "string"
                    },
                    "status": {
                      "type": "string",
                      "enum": [
                        "PENDING",
                        "DELIVERED",
                        "FAILED"
                      ]
                    },
                    "next_attempt_at": {
                      "anyOf": [
                        {
                          "type": "string",
                          "format": "date-time"
                        },
                        {
                          "type": "null"
                        }
                      ],
                      "description": "`null` if there will be none."
                    },
                    "attempts": {
                      "type": "array",
                      "items": {
                        "type": "object",
                        "properties": {
                          "number": {
                            "type": "integer",
                            "minimum": -9007199254740991,
                            "maximum": 9007199254740991,
                            "description": "1 for the first.",
                            "format": "int64"
                          },
                          "created_at": {
                            "type": "string",
                            "format": "date-time"
                          },
                          "duration_ms": {
                            "type": "integer",
                            "minimum": -9007199254740991,
                            "maximum": 9007199254740991,
                            "format": "int64"
                          },
                          "response_status": {
                            "anyOf": [
                              {
                                "type": "integer",
                                "minimum": -9007199254740991,
                                "maximum": 9007199254740991,
                                "format": "int64"
                              },
                              {
                                "type": "null"
                              }
                            ],
                            "description": "The receiver's HTTP status; `null` if it gave no answer."
                          },
                          "error": {
                            "description": "Why there was no answer.",
                            "type": [
                              "string",
                              "null"
                            ]
                          }
                        },
                        "required": [
                          "number",
                          "created_at",
                          "duration_ms",
                          "response_status",
                          "error"
                        ]
                      },
                      "description": "The latest 5, latest first."
                    }
                  },
                  "required": [
                    "id",
                    "event_id",
                    "url",
                    "status",
                    "next_attempt_at",
                    "attempts"
                  ]
                }
              },
              "required": [
                "kind",
                "created_at"
              ]
            },
            "description": "Oldest first."
          },
          "has_more": {
            "type": "boolean",
            "description": "True if there are more steps than are shown."
          }
        },
        "required": [
          "id",
          "kind",
          "steps",
          "has_more"
        ],
        "examples": [
          {
            "id": "0199d1c2-84a9-7373-9ef8-5288bf1b10c4",
            "kind": "payout",
            "steps": [
              {
                "kind": "request",
                "created_at": "2026-03-03T09:31:01.950Z",
                "request": {
                  "id": "0199d1c2-847e-7c55-8d0b-5a1e2f3c4d5e",
                  "method": "POST",
                  "path": "/api/v2/customer/0199d1c2-4101-7487-8f43-cf036d7d314b/payout",
                  "idempotency_key": null,
                  "response_status": 200,
                  "duration_ms": 84
                }
              },
              {
                "kind": "provider_attempt",
                "created_at": "2026-03-03T09:31:02.000Z",
                "provider_attempt": {
                  "operation": "payout",
                  "id": "0199d1c2-84a9-7373-9ef8-5288bf1b10c4",
                  "provider": "sandbox",
                  "reference": "sbx_tr_0199d1c2-852f-77bd-a983-ba237bffc061",
                  "status": "PAID",
                  "amount": 25.5,
                  "currency": "USD",
                  "failure": null,
                  "settled_at": "2026-03-03T09:31:03.000Z"
                }
              },
              {
                "kind": "ledger_entry",
                "created_at": "2026-03-03T09:31:02.000Z",
                "ledger_entry": {
                  "transaction_id": "0199d1c2-84aa-7210-a1b0-6f8e40f1c2d3",
                  "reason": "payout.requested",
                  "source": "credit_wallet",
                  "destination": "customer_wallet",
                  "amount": 25.5,
                  "currency": "USD",
                  "source_balance_after": 129,
                  "destination_balance_after": null
                }
              },
              {
                "kind": "ledger_entry",
                "created_at": "2026-03-03T09:31:02.000Z",
                "ledger_entry": {
                  "transaction_id": "0199d1c2-84aa-7210-a1b0-6f8e40f1c2d3",
                  "reason": "payout.requested",
                  "source": "customer_wallet",
                  "destination": "payouts_in_transit",
                  "amount": 25.5,
                  "currency": "USD",
                  "source_balance_after": null,
                  "destination_balance_after": null
                }
              },
              {
                "kind": "event",
                "created_at": "2026-03-03T09:31:02.000Z",
                "event": {
                  "id": "0199d1c2-84aa-73a4-a71e-286fcd5208d5",
                  "type": "payout.created",
                  "sequence": 7
                }
              },
              {
                "kind": "ledger_entry",
                "created_at": "2026-03-03T09:31:03.000Z",
                "ledger_entry": {
                  "transaction_id": "0199d1c2-8891-76ed-83e4-62bf528efaa3",
                  "reason": "payout.delivered",
                  "source": "payouts_in_transit",
                  "destination": "provider_clearing",
                  "amount": 25.5,
                  "currency": "USD",
                  "source_balance_after": null,
                  "destination_balance_after": null
                }
              },
              {
                "kind": "event",
                "created_at": "2026-03-03T09:31:03.000Z",
                "event": {
                  "id": "0199d1c2-8891-76ed-83e4-64d48e3ee46a",
                  "type": "payout.paid",
                  "sequence": 8
                }
              },
              {
                "kind": "request",
                "created_at": "2026-03-03T09:35:40.120Z",
                "request": {
                  "id": "0199d1c6-c0d8-7509-8b44-52e44c7742b8",
                  "method": "POST",
                  "path": "/api/v2/test/payout/0199d1c2-84a9-7373-9ef8-5288bf1b10c4/settle",
                  "idempotency_key": null,
                  "response_status": 200,
                  "duration_ms": 31
                }
              },
              {
                "kind": "delivery",
                "created_at": "2026-03-03T09:40:12.000Z",
                "delivery": {
                  "id": "0199d1c2-84aa-7b1d-a2c3-0d9e8f7a6b5c",
                  "event_id": "0199d1c2-84aa-73a4-a71e-286fcd5208d5",
                  "url": "https://shop.example.com/hooks/counterfoil",
                  "status": "PENDING",
                  "next_attempt_at": "2026-03-03T09:40:12.000Z",
                  "attempts": []
                }
              },
              {
                "kind": "delivery",
                "created_at": "2026-03-03T09:40:12.000Z",
                "delivery": {
                  "id": "0199d1c2-8891-7b1d-a2c3-0d9e8f7a6b5c",
                  "event_id": "0199d1c2-8891-76ed-83e4-64d48e3ee46a",
                  "url": "https://shop.example.com/hooks/counterfoil",
                  "status": "PENDING",
                  "next_attempt_at": "2026-03-03T09:40:12.000Z",
                  "attempts": []
                }
              }
            ],
            "has_more": false
          }
        ]
      }
    },
    "required": [
      "status",
      "trace"
    ]
  }
},
{
  "id": "archiveBankAccount",
  "method": "DELETE",
  "path": "/api/v2/customer/{customer_id}/bank-account/{bank_account_id}",
  "scope": "payouts",
  "resource": "bankAccounts",
  "name": "archive",
  "summary": "Archive a bank account",
  "description": "From then on it takes no payout. Payouts that were sent to it stay as they are.",
  "takesIdempotencyKey": false,
  "params": [
    "customer_id",
    "bank_account_id"
  ],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {
      "customer_id": {
        "type": "string",
        "description": "The customer."
      },
      "bank_account_id": {
        "type": "string",
        "description": "The bank account."
      }
    },
    "required": [
      "customer_id",
      "bank_account_id"
    ],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "const": "success"
      },
      "bank_account": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The `bank_account_id` of a payout."
          },
          "customer_id": {
            "type": "string",
            "format": "uuid",
            "description": "The customer who owns the account."
          },
          "entity_type": {
            "type": "string",
            "enum": [
              "PERSONAL",
              "COMPANY"
            ]
          },
          "email": {
            "type": "string",
            "description": "The account holder's email."
          },
          "address": {
            "type": "object",
            "properties": {
              "country_code": {
                "type": "string",
                "description": "ISO 3166-1, in upper case."
              },
              "state": {
                "type": "string"
              },
              "city": {
                "type": "string"
              },
              "postcode": {
                "type": "string"
              },
              "street_address": {
                "type": "string"
              }
            },
            "required": [
              "country_code",
              "state",
              "city",
              "postcode",
              "street_address"
            ]
          },
          "bank_details": {
            "type": "object",
            "properties": {
              "account_name": {
                "type": "string"
              },
              "account_number": {
                "type": "string",
                "description": "In full."
              },
              "routing_number": {
                "type": "string"
              },
              "bank_name": {
                "type": "string"
              },
              "account_category": {
                "type": "string",
                "enum": [
                  "Checking",
                  "Savings"
                ]
              }
            },
            "required": [
              "account_name",
              "account_number",
              "routing_number",
              "bank_name",
              "account_category"
            ]
          },
          "first_name": {
            "type": [
              "string",
              "null"
            ]
          },
          "last_name": {
            "type": [
              "string",
              "null"
            ]
          },
          "date_of_birth": {
            "anyOf": [
              {
                "type": "string",
                "format": "date"
              },
              {
                "type": "string",
                "const": ""
              }
            ],
            "description": "`YYYY-MM-DD`, or an empty string."
          },
          "company_name": {
            "type": [
              "string",
              "null"
            ]
          },
          "created_at": {
            "type": "string",
            "pattern": "^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$",
            "description": "`YYYY-MM-DD HH:MM:SS`."
          },
          "bank_account_link_id": {
            "description": "The link on whose page the payee entered it. Absent if you added it.",
            "type": "string",
            "format": "uuid"
          },
          "archived_at": {
            "description": "Present once the bank account is archived.",
            "type": "string",
            "format": "date-time"
          },
          "metadata": {
            "type": "object",
            "propertyNames": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            },
            "description": "The metadata that you sent. Absent if you sent none."
          }
        },
        "required": [
          "id",
          "customer_id",
          "entity_type",
          "email",
          "address",
          "bank_details",
          "first_name",
          "last_name",
          "date_of_birth",
          "company_name",
          "created_at"
        ],
        "title": "Bank account",
        "description": "Returned when you add or list bank accounts.",
        "examples": [
          {
            "id": "0199d1c2-7363-74fb-b0b1-82d04b0c66f9",
            "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
            "entity_type": "PERSONAL",
            "email": "mary@example.com",
            "address": {
              "country_code": "US",
              "state": "VA",
              "city": "Hampton",
              "postcode": "23666",
              "street_address": "1 Main Street"
            },
            "bank_details": {
              "account_name": "Mary Jackson",
              "account_number": "123456789012",
              "routing_number": "021000021",
              "bank_name": "First Bank",
              "account_category": "Checking"
            },
            "first_name": "Mary",
            "last_name": "Jackson",
            "date_of_birth": "",
            "company_name": null,
            "created_at": "2026-03-03 09:30:41",
            "metadata": {
              "payee": "7"
            }
          }
        ]
      }
    },
    "required": [
      "status",
      "bank_account"
    ],
    "examples": [
      {
        "status": "success",
        "bank_account": {
          "id": "0199d1c2-7363-74fb-b0b1-82d04b0c66f9",
          "customer_id": "0199d1c2-4101-7487-8f43-cf036d7d314b",
          "entity_type": "PERSONAL",
          "email": "mary@example.com",
          "address": {
            "country_code": "US",
            "state": "VA",
            "city": "Hampton",
            "postcode": "23666",
            "street_address": "1 Main Street"
          },
          "bank_details": {
            "account_name": "Mary Jackson",
            "account_number": "123456789012",
            "routing_number": "021000021",
            "bank_name": "First Bank",
            "account_category": "Checking"
          },
          "first_name": "Mary",
          "last_name": "Jackson",
          "date_of_birth": "",
          "company_name": null,
          "created_at": "2026-03-03 09:30:41",
          "archived_at": "2026-04-01T08:00:00.000Z",
          "metadata": {
            "payee": "7"
          }
        }
      }
    ]
  }
},
{
  "id": "getApiDescription",
  "method": "GET",
  "path": "/api/v2/openapi.json",
  "scope": null,
  "resource": "apiDescription",
  "name": "get",
  "summary": "Read the description of the API",
  "description": "This document: OpenAPI 3.1. No key is needed.",
  "takesIdempotencyKey": false,
  "params": [],
  "query": [],
  "hasBody": false,
  "input": {
    "type": "object",
    "properties": {},
    "required": [],
    "additionalProperties": false
  },
  "output": {
    "type": "object",
    "propertyNames": {
      "type": "string"
    },
    "additionalProperties": {}
  }
},
]
