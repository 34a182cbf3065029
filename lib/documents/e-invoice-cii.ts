import {
  DISCOUNT,
  DOCUMENT_TYPES,
  type EInvoice,
  type EInvoiceLine,
  type EInvoiceParty,
  ONE,
  type TaxCategory,
} from './e-invoice'
import { element, optionalElement, type XmlElement, xmlText } from './xml'

/*
 * EN 16931 in UN/CEFACT's Cross Industry Invoice (CEN/TS 16931-3-3), as Factur-X embeds it in a PDF. The order of the elements
 * is that of its schema.
 */

const CEFACT = 'urn:un:unece:uncefact:data'

/** The e-invoice as a CrossIndustryInvoice, in the profile EN 16931 of Factur-X. */
export function ciiOf(invoice: EInvoice): string {
  const { preceding, sums, payment, terms, dueOn, charge } = invoice
  return xmlText(
    element(
      'rsm:CrossIndustryInvoice',
      [
        element('rsm:ExchangedDocumentContext', [
          element('ram:GuidelineSpecifiedDocumentContextParameter', [
            element('ram:ID', 'urn:cen.eu:en16931:2017'),
          ]),
        ]),
        element('rsm:ExchangedDocument', [
          element('ram:ID', invoice.number),
          element('ram:TypeCode', DOCUMENT_TYPES[invoice.kind]),
          element('ram:IssueDateTime', [day('udt', invoice.issuedOn)]),
          ...invoice.notes.map((note) => element('ram:IncludedNote', [element('ram:Content', note)])),
        ]),
        element('rsm:SupplyChainTradeTransaction', [
          ...invoice.lines.map((line, index) => lineOf(line, index, invoice.discountReason)),
          element('ram:ApplicableHeaderTradeAgreement', [
            optionalElement('ram:BuyerReference', invoice.buyerReference),
            partyOf('ram:SellerTradeParty', invoice.seller, contactOf(invoice.seller)),
            partyOf('ram:BuyerTradeParty', invoice.buyer, phoneContactOf(invoice.buyer)),
          ]),
          element('ram:ApplicableHeaderTradeDelivery', []),
          element('ram:ApplicableHeaderTradeSettlement', [
            element('ram:PaymentReference', invoice.number),
            element('ram:InvoiceCurrencyCode', invoice.currency),
            element('ram:SpecifiedTradeSettlementPaymentMeans', [
              element('ram:TypeCode', payment.code),
              ...(payment.account ? accountOf(payment.account) : []),
            ]),
            ...invoice.taxes.map(({ category, base, amount }) =>
              element('ram:ApplicableTradeTax', [
                element('ram:CalculatedAmount', amount),
                element('ram:TypeCode', 'VAT'),
                optionalElement('ram:ExemptionReason', category.exemption?.reason ?? null),
                element('ram:BasisAmount', base),
                element('ram:CategoryCode', category.code),
                optionalElement('ram:ExemptionReasonCode', category.exemption?.code ?? null),
                // XRechnung wants a rate for each sum (BR-DE-14), also where a line must have none (BR-O-05).
                element('ram:RateApplicablePercent', category.percent ?? '0'),
              ]),
            ),
            charge &&
              element('ram:SpecifiedTradeAllowanceCharge', [
                element('ram:ChargeIndicator', [element('udt:Indicator', 'true')]),
                element('ram:ActualAmount', charge.amount),
                element('ram:Reason', charge.reason),
                categoryOf('ram:CategoryTradeTax', charge.category),
              ]),
            terms === null && dueOn === null
              ? null
              : element('ram:SpecifiedTradePaymentTerms', [
                  optionalElement('ram:Description', terms),
                  dueOn === null ? null : element('ram:DueDateDateTime', [day('udt', dueOn)]),
                ]),
            element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
              element('ram:LineTotalAmount', sums.lines),
              optionalElement('ram:ChargeTotalAmount', sums.charges),
              element('ram:TaxBasisTotalAmount', sums.net),
              element('ram:TaxTotalAmount', sums.tax, { currencyID: invoice.currency }),
              element('ram:GrandTotalAmount', sums.gross),
              optionalElement('ram:TotalPrepaidAmount', sums.paid),
              element('ram:DuePayableAmount', sums.due),
            ]),
            preceding &&
              element('ram:InvoiceReferencedDocument', [
                element('ram:IssuerAssignedID', preceding.number),
                element('ram:FormattedIssueDateTime', [day('qdt', preceding.issuedOn)]),
              ]),
          ]),
        ]),
      ],
      {
        'xmlns:rsm': `${CEFACT}:standard:CrossIndustryInvoice:100`,
        'xmlns:ram': `${CEFACT}:standard:ReusableAggregateBusinessInformationEntity:100`,
        'xmlns:udt': `${CEFACT}:standard:UnqualifiedDataType:100`,
        'xmlns:qdt': `${CEFACT}:standard:QualifiedDataType:100`,
      },
    ),
  )
}

/** A day in the format 102 of UNCL2379. */
function day(namespace: 'udt' | 'qdt', isoDay: string): XmlElement {
  return element(`${namespace}:DateTimeString`, isoDay.replaceAll('-', ''), { format: '102' })
}

function lineOf(line: EInvoiceLine, index: number, discountReason: string): XmlElement {
  return element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', [element('ram:LineID', String(index + 1))]),
    element('ram:SpecifiedTradeProduct', [element('ram:Name', line.title)]),
    element('ram:SpecifiedLineTradeAgreement', [
      element('ram:NetPriceProductTradePrice', [
        element('ram:ChargeAmount', line.price),
        optionalElement('ram:BasisQuantity', line.baseQuantity, { unitCode: ONE }),
      ]),
    ]),
    element('ram:SpecifiedLineTradeDelivery', [
      element('ram:BilledQuantity', line.quantity, { unitCode: ONE }),
    ]),
    element('ram:SpecifiedLineTradeSettlement', [
      categoryOf('ram:ApplicableTradeTax', line.category),
      line.allowance === null
        ? null
        : element('ram:SpecifiedTradeAllowanceCharge', [
            element('ram:ChargeIndicator', [element('udt:Indicator', 'false')]),
            element('ram:ActualAmount', line.allowance),
            element('ram:ReasonCode', DISCOUNT),
            element('ram:Reason', discountReason),
          ]),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', [
        element('ram:LineTotalAmount', line.net),
      ]),
    ]),
  ])
}

function categoryOf(name: string, { code, percent }: TaxCategory): XmlElement {
  return element(name, [
    element('ram:TypeCode', 'VAT'),
    element('ram:CategoryCode', code),
    optionalElement('ram:RateApplicablePercent', percent),
  ])
}

function partyOf(role: string, party: EInvoiceParty, contact: XmlElement | null): XmlElement {
  const { name, email, id, vatId, taxNumber, legalId, address } = party
  const registration = (taxId: string | null, schemeID: string) =>
    taxId === null ? null : element('ram:SpecifiedTaxRegistration', [element('ram:ID', taxId, { schemeID })])
  return element(role, [
    optionalElement('ram:ID', id),
    element('ram:Name', name),
    legalId === null ? null : element('ram:SpecifiedLegalOrganization', [element('ram:ID', legalId)]),
    contact,
    element('ram:PostalTradeAddress', [
      optionalElement('ram:PostcodeCode', address.zip),
      optionalElement('ram:LineOne', address.addressLine1),
      optionalElement('ram:LineTwo', address.addressLine2),
      optionalElement('ram:CityName', address.city),
      element('ram:CountryID', address.country ?? ''),
      optionalElement('ram:CountrySubDivisionName', address.state),
    ]),
    element('ram:URIUniversalCommunication', [element('ram:URIID', email, { schemeID: 'EM' })]),
    registration(vatId, 'VA'),
    registration(taxNumber, 'FC'),
  ])
}

/** The standard asks for one of the seller only. The buyer's has what the customer gave. */
function phoneContactOf(party: EInvoiceParty): XmlElement | null {
  return party.phone === null ? null : element('ram:DefinedTradeContact', [phoneOf(party)])
}

function phoneOf({ phone }: EInvoiceParty): XmlElement | null {
  return phone === null
    ? null
    : element('ram:TelephoneUniversalCommunication', [element('ram:CompleteNumber', phone)])
}

function contactOf(party: EInvoiceParty): XmlElement {
  const { name, email } = party
  return element('ram:DefinedTradeContact', [
    element('ram:PersonName', name),
    phoneOf(party),
    element('ram:EmailURIUniversalCommunication', [element('ram:URIID', email)]),
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
  return [
    element('ram:PayeePartyCreditorFinancialAccount', [
      optionalElement('ram:IBANID', iban),
      element('ram:AccountName', holder),
      iban === null ? optionalElement('ram:ProprietaryID', accountNumber) : null,
    ]),
    ...(bank === null
      ? []
      : [element('ram:PayeeSpecifiedCreditorFinancialInstitution', [element('ram:BICID', bank)])]),
  ]
}
