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
        "pattern": "^\\d{4}-\\d\\d-\\d\\d$"
      },
      "redirect_url": {
        "description": "The page that the buyer goes to after paying, with `transaction_id` added at the end of its query. http or https, without a user name. Defaults to a thank-you page.",
        "type": "string",
        "maxLength": 2048
      },
      "webhook_url": {
        "description": "Receives every change of status of this invoice. The same rules as for `redirect_url`.",
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
  "description": "Changes the fields that the body has, of an invoice that is neither paid nor voided.",
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
        "pattern": "^\\d{4}-\\d\\d-\\d\\d$",
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
        "description": "The number of objects on a page."
      },
      "after": {
        "type": "string",
        "description": "The `next_cursor` of the page before, with the same filters."
      }
    },
    "required": [],
    "additionalProperties": false
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
  "description": "Changes the fields that the body has, by the same rules as creating a customer.",
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
  "description": "From then on the customer takes no invoice, payout or bank account. Invoices and payouts that there are stay as they are, and open invoices can still be paid.",
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
        "description": "The number of objects on a page."
      },
      "after": {
        "type": "string",
        "description": "The `next_cursor` of the page before, with the same filters."
      }
    },
    "required": [],
    "additionalProperties": false
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
        "maximum": 2592000
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
        "description": "The number of objects on a page."
      },
      "after": {
        "type": "string",
        "description": "The `next_cursor` of the page before, with the same filters."
      }
    },
    "required": [],
    "additionalProperties": false
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
        "description": "The number of objects on a page."
      },
      "after": {
        "type": "string",
        "description": "The `next_cursor` of the page before, with the same filters."
      }
    },
    "required": [],
    "additionalProperties": false
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
        "description": "In major units of the invoice’s currency, above 0. Left out: all that is left of the base amount.",
        "type": [
          "number",
          "string"
        ]
      }
    },
    "required": [
      "invoice_id"
    ],
    "additionalProperties": false
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
        "description": "The number of objects on a page."
      },
      "after": {
        "type": "string",
        "description": "The `next_cursor` of the page before, with the same filters."
      }
    },
    "required": [],
    "additionalProperties": false
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
    "status",
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
        "description": "The number of objects on a page."
      },
      "after": {
        "type": "string",
        "description": "The `next_cursor` of the page before, with the same filters."
      }
    },
    "required": [],
    "additionalProperties": false
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
        "description": "The number of days that pass."
      }
    },
    "required": [
      "days"
    ],
    "additionalProperties": false
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
  "description": "Changes the fields that the body has, from now on. A field that is not sent stays as it is.",
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
  "description": "It gets nothing any more, not even what is waiting to be sent again. Returns it a last time.",
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
        "maximum": 72
      }
    },
    "required": [
      "webhook_endpoint_id"
    ],
    "additionalProperties": false
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
        "description": "Seconds to wait for an event if there is none yet."
      }
    },
    "required": [],
    "additionalProperties": false
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
  "description": "Sends an event again, at once, to every URL it was sent to, whatever became of it there.",
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
  }
},
]
