import {
  DISCOUNT,
  DOCUMENT_TYPES,
  type EInvoice,
  type EInvoiceLine,
  type EInvoiceParty,
  type EInvoiceStandard,
  ONE,
  type TaxCategory,
} from './e-invoice'
import { element, optionalElement, type XmlElement, xmlText } from './xml'

/* EN 16931 in UBL 2.1 (CEN/TS 16931-3-2). The order of the elements is that of its schema. */

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'

const CUSTOMIZATION: Record<EInvoiceStandard, string> = {
  en16931: 'urn:cen.eu:en16931:2017',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
}

/** Billing by Peppol's rules, which XRechnung asks to name and the standard allows. */
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** The e-invoice as an Invoice or CreditNote of UBL. */
export function ublOf(invoice: EInvoice, standard: EInvoiceStandard): string {
  const { kind, currency, sums, preceding, payment, dueOn, terms } = invoice
  const isCredit = kind === 'credit_note'
  const root = isCredit ? 'CreditNote' : 'Invoice'
  const amount = (name: string, text: string | null) =>
    optionalElement(`cbc:${name}`, text, { currencyID: currency })
  const type = element(`cbc:${root}TypeCode`, DOCUMENT_TYPES[kind])
  const notes = invoice.notes.map((note) => element('cbc:Note', note))
  return xmlText(
    element(
      root,
      [
        element('cbc:CustomizationID', CUSTOMIZATION[standard]),
        element('cbc:ProfileID', PROFILE),
        element('cbc:ID', invoice.number),
        element('cbc:IssueDate', invoice.issuedOn),
        optionalElement('cbc:DueDate', dueOn),
        type,
        ...notes,
        element('cbc:DocumentCurrencyCode', currency),
        optionalElement('cbc:BuyerReference', invoice.buyerReference),
        preceding &&
          element('cac:BillingReference', [
            element('cac:InvoiceDocumentReference', [
              element('cbc:ID', preceding.number),
              element('cbc:IssueDate', preceding.issuedOn),
            ]),
          ]),
        element('cac:AccountingSupplierParty', [partyOf(invoice.seller, contactOf(invoice.seller))]),
        element('cac:AccountingCustomerParty', [partyOf(invoice.buyer, phoneContactOf(invoice.buyer))]),
        element('cac:PaymentMeans', [
          element('cbc:PaymentMeansCode', payment.code),
          element('cbc:PaymentID', invoice.number),
          payment.account && accountOf(payment.account),
        ]),
        terms === null ? null : element('cac:PaymentTerms', [element('cbc:Note', terms)]),
        invoice.charge &&
          element('cac:AllowanceCharge', [
            element('cbc:ChargeIndicator', 'true'),
            element('cbc:AllowanceChargeReason', invoice.charge.reason),
            amount('Amount', invoice.charge.amount),
            categoryOf('TaxCategory', invoice.charge.category),
          ]),
        element('cac:TaxTotal', [
          amount('TaxAmount', sums.tax),
          ...invoice.taxes.map((tax) =>
            element('cac:TaxSubtotal', [
              amount('TaxableAmount', tax.base),
              amount('TaxAmount', tax.amount),
              categoryOf('TaxCategory', tax.category, { isSum: true }),
            ]),
          ),
        ]),
        element('cac:LegalMonetaryTotal', [
          amount('LineExtensionAmount', sums.lines),
          amount('TaxExclusiveAmount', sums.net),
          amount('TaxInclusiveAmount', sums.gross),
          amount('ChargeTotalAmount', sums.charges),
          amount('PrepaidAmount', sums.paid),
          amount('PayableAmount', sums.due),
        ]),
        ...invoice.lines.map((line, index) => lineOf(line, index, { invoice, amount })),
      ],
      {
        xmlns: `${UBL}:${root}-2`,
        'xmlns:cac': `${UBL}:CommonAggregateComponents-2`,
        'xmlns:cbc': `${UBL}:CommonBasicComponents-2`,
      },
    ),
  )
}

function partyOf(party: EInvoiceParty, contact: XmlElement | null): XmlElement {
  const { name, email, id, vatId, taxNumber, legalId, address } = party
  const taxScheme = (companyId: string | null, scheme: string) =>
    companyId === null
      ? null
      : element('cac:PartyTaxScheme', [
          element('cbc:CompanyID', companyId),
          element('cac:TaxScheme', [element('cbc:ID', scheme)]),
        ])
  return element('cac:Party', [
    element('cbc:EndpointID', email, { schemeID: 'EM' }),
    id === null ? null : element('cac:PartyIdentification', [element('cbc:ID', id)]),
    element('cac:PostalAddress', [
      optionalElement('cbc:StreetName', address.addressLine1),
      optionalElement('cbc:AdditionalStreetName', address.addressLine2),
      optionalElement('cbc:CityName', address.city),
      optionalElement('cbc:PostalZone', address.zip),
      optionalElement('cbc:CountrySubentity', address.state),
      element('cac:Country', [element('cbc:IdentificationCode', address.country ?? '')]),
    ]),
    taxScheme(vatId, 'VAT'),
    taxScheme(taxNumber, 'FC'),
    element('cac:PartyLegalEntity', [
      element('cbc:RegistrationName', name),
      optionalElement('cbc:CompanyID', legalId),
    ]),
    contact,
  ])
}

/** The standard asks for one of the seller only. The buyer's has what the customer gave. */
function phoneContactOf({ phone }: EInvoiceParty): XmlElement | null {
  return phone === null ? null : element('cac:Contact', [element('cbc:Telephone', phone)])
}

function contactOf({ name, phone, email }: EInvoiceParty): XmlElement {
  return element('cac:Contact', [
    element('cbc:Name', name),
    optionalElement('cbc:Telephone', phone),
    element('cbc:ElectronicMail', email),
  ])
}

function accountOf({
  holder,
  iban,
  bic,
  accountNumber,
  routingNumber,
}: NonNullable<EInvoice['payment']['account']>) {
  const bank = bic ?? routingNumber
  return element('cac:PayeeFinancialAccount', [
    element('cbc:ID', iban ?? accountNumber ?? ''),
    element('cbc:Name', holder),
    bank === null ? null : element('cac:FinancialInstitutionBranch', [element('cbc:ID', bank)]),
  ])
}

function categoryOf(
  name: 'TaxCategory' | 'ClassifiedTaxCategory',
  { code, percent, exemption }: TaxCategory,
  { isSum = false } = {},
): XmlElement {
  return element(`cac:${name}`, [
    element('cbc:ID', code),
    // XRechnung wants a rate for each sum (BR-DE-14), also where a line must have none (BR-O-05).
    optionalElement('cbc:Percent', percent ?? (isSum ? '0' : null)),
    isSum && exemption ? optionalElement('cbc:TaxExemptionReasonCode', exemption.code) : null,
    isSum && exemption ? element('cbc:TaxExemptionReason', exemption.reason) : null,
    element('cac:TaxScheme', [element('cbc:ID', 'VAT')]),
  ])
}

function lineOf(
  line: EInvoiceLine,
  index: number,
  {
    invoice,
    amount,
  }: { invoice: EInvoice; amount: (name: string, text: string | null) => XmlElement | null },
): XmlElement {
  const isCredit = invoice.kind === 'credit_note'
  return element(isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine', [
    element('cbc:ID', String(index + 1)),
    element(isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', line.quantity, { unitCode: ONE }),
    amount('LineExtensionAmount', line.net),
    line.allowance === null
      ? null
      : element('cac:AllowanceCharge', [
          element('cbc:ChargeIndicator', 'false'),
          element('cbc:AllowanceChargeReasonCode', DISCOUNT),
          element('cbc:AllowanceChargeReason', invoice.discountReason),
          amount('Amount', line.allowance),
        ]),
    element('cac:Item', [
      element('cbc:Name', line.title),
      categoryOf('ClassifiedTaxCategory', line.category),
    ]),
    element('cac:Price', [
      amount('PriceAmount', line.price),
      optionalElement('cbc:BaseQuantity', line.baseQuantity, { unitCode: ONE }),
    ]),
  ])
}
