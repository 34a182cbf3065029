/*
 * The columns of a file of customers, and what an import does with its rows. Free of server code, for the page.
 */

/** The details of a customer: their labels, and the column names that mean them, in small letters without spaces. */
export const CUSTOMER_COLUMNS_OF_FILE = {
  name: { label: 'Name', names: ['name', 'customer', 'customername', 'fullname', 'company'] },
  email: { label: 'Email', names: ['email', 'emailaddress', 'mail', 'customeremail'] },
  group: { label: 'Group', names: ['group', 'customergroup', 'segment'] },
  preferred_currency: { label: 'Currency', names: ['currency', 'preferredcurrency'] },
  address_line1: {
    label: 'Address',
    names: ['address', 'addressline1', 'address1', 'street', 'streetaddress', 'customeraddressline1'],
  },
  address_line2: { label: 'Address line 2', names: ['addressline2', 'address2'] },
  city: { label: 'City', names: ['city', 'town', 'addresscity'] },
  state: { label: 'State', names: ['state', 'region', 'province', 'addressstate'] },
  zip: { label: 'Postcode', names: ['zip', 'zipcode', 'postcode', 'postalcode', 'addresszip'] },
  country: { label: 'Country', names: ['country', 'addresscountry'] },
  tax_id: { label: 'Tax ID', names: ['taxid', 'vatid', 'vatnumber', 'taxnumber'] },
  phone: {
    label: 'Phone',
    names: ['phone', 'phonenumber', 'telephone', 'tel', 'mobile', 'customerphone'],
  },
  copy_emails: {
    label: 'Copies to',
    names: ['copiesto', 'copyemails', 'cc', 'ccemails', 'additionalemails'],
  },
} as const satisfies Record<string, { label: string; names: readonly string[] }>

export type FileField = keyof typeof CUSTOMER_COLUMNS_OF_FILE

/** What is to be done with a row, and what was done, in the order in which the page counts them. */
export const IMPORT_OUTCOMES = {
  create: { plan: 'Create', result: 'Created', tone: 'success' },
  change: { plan: 'Update', result: 'Updated', tone: 'accent' },
  unchanged: { plan: 'No change', result: 'No change', tone: 'neutral' },
  skip: { plan: 'Skip', result: 'Skipped', tone: 'neutral' },
  refuse: { plan: 'Can’t import', result: 'Not imported', tone: 'danger' },
} as const
