import type { MailTexts } from './mail-texts'

const IGNORE_WHEN_PAID = 'If you have paid already, there is nothing left to do.'

export const en: MailTexts = {
  testSubject: ({ subject }) => `[Test] ${subject}`,
  testBand: 'Test mode: no real money moves.',
  addressHint: 'If the button does not work, open this address:',
  sentForVendor: ({ vendor, service }) =>
    `${service} sends this mail for ${vendor}. A reply goes to ${vendor}.`,
  taxId: ({ taxId }) => `Tax ID: ${taxId}`,
  sentByService: ({ service }) => `Sent by ${service}.`,
  columns: {
    discount: 'Discount',
    includedTax: ({ tax }) => `Includes ${tax}`,
    total: 'Total',
    paidSoFar: 'Paid so far',
    credited: 'Credited',
    leftToPay: 'Left to pay',
    paidBefore: 'Paid before',
    thisPayment: 'This payment',
    fee: 'Fee',
    due: 'Due',
    paidOn: 'Paid on',
    method: 'Payment method',
    number: 'Invoice',
    receiptNumber: 'Receipt number',
    moreItems: ({ count }) => `and ${count} more`,
  },
  invoice: {
    subject: ({ number, vendor, total }) => `Invoice ${number} from ${vendor}: ${total}`,
    heading: ({ vendor }) => `Invoice from ${vendor}`,
    body: ({ vendor, total, due }) => `${vendor} asks you to pay ${total} by ${due}.`,
    action: 'Pay now',
    document: 'Download the invoice (PDF)',
  },
  changedInvoice: {
    subject: ({ number, vendor }) => `Invoice ${number} from ${vendor} has changed`,
    heading: 'Your invoice has changed',
    body: ({ number, vendor }) =>
      `${vendor} has changed invoice ${number}. The amount, the invoice number and the payment link are the same as before.`,
    address: 'Billing address',
    buyerReference: 'Your reference',
    notes: 'Notes',
    nowAndBefore: ({ now, before }) => `${now} (previously ${before})`,
    action: 'View invoice',
  },
  reminderDueSoon: {
    subject: ({ vendor, total, due }) => `Reminder: ${total} to ${vendor} is due on ${due}`,
    heading: 'Your invoice is due soon',
    body: ({ vendor, total, due }) => `${total} to ${vendor} is due on ${due}. ${IGNORE_WHEN_PAID}`,
    action: 'Pay now',
  },
  reminderOverdue: {
    subject: ({ vendor, total }) => `Overdue: ${total} to ${vendor}`,
    heading: 'Your invoice is overdue',
    body: ({ vendor, total, due }) => `${total} to ${vendor} was due on ${due}. ${IGNORE_WHEN_PAID}`,
    action: 'Pay now',
  },
  reminderLongOverdue: {
    subject: ({ vendor, total }) => `Second reminder: ${total} to ${vendor} is overdue`,
    heading: 'Your invoice is still unpaid',
    body: ({ vendor, total, due }) =>
      `${total} to ${vendor} was due on ${due} and is still unpaid. ${IGNORE_WHEN_PAID}`,
    action: 'Pay now',
  },
  receipt: {
    subject: ({ number, vendor, total }) => `Receipt for invoice ${number} from ${vendor}: ${total}`,
    heading: 'Thank you for your payment',
    body: ({ vendor, total, paidOn }) => `You paid ${total} to ${vendor} on ${paidOn}.`,
    action: 'View receipt',
    document: 'Download the receipt (PDF)',
  },
  partReceipt: {
    subject: ({ number, vendor, amount }) =>
      `Payment of ${amount} to ${vendor} for invoice ${number} received`,
    heading: 'Thank you for your payment',
    body: ({ vendor, amount, paidOn }) => `${vendor} received your payment of ${amount} on ${paidOn}.`,
    action: 'View invoice',
  },
  partPaid: ({ paid, total, left }) => `${paid} of ${total} is paid. ${left} is left to pay.`,
  refund: {
    subject: ({ number, vendor, amount }) => `Refund of ${amount} from ${vendor} for invoice ${number}`,
    heading: ({ amount }) => `${amount} refunded`,
    body: ({ number, vendor, amount }) =>
      `${vendor} has refunded ${amount} for invoice ${number}. The money goes back the way you paid. It can take 5 to 10 business days to arrive.`,
    amount: 'Refund',
    reason: 'Reason',
    creditNote: 'Credit note',
    action: 'View invoice',
    document: 'Download the credit note (PDF)',
  },
  credit: {
    subject: ({ number, vendor, amount }) =>
      `Credit note over ${amount} from ${vendor} for invoice ${number}`,
    heading: ({ amount }) => `${amount} credited`,
    body: ({ number, vendor, amount }) =>
      `${vendor} has issued a credit note over ${amount} for invoice ${number}.`,
    left: ({ left }) => `${left} is left to pay.`,
    nothingLeft: 'Nothing is left to pay.',
    amount: 'Credit',
  },
  payout: {
    subject: ({ vendor, amount }) => `${vendor} has sent you ${amount}`,
    heading: ({ amount }) => `You have been paid ${amount}`,
    body: ({ vendor, amount, bankName, last4 }) =>
      `${vendor} has paid ${amount} out to your account at ${bankName} ending in ${last4}.`,
    amount: 'Amount',
    bankAccount: 'Bank account',
    reference: 'Reference',
  },
  payoutNotSent: {
    subject: ({ amount, customer }) => `Not sent: your scheduled payout of ${amount} to ${customer}`,
    heading: 'A scheduled payout was not sent',
    body: ({ amount, customer }) => `The payout of ${amount} to ${customer} was due and could not be sent.`,
    reason: ({ reason }) => `Reason: ${reason}`,
    nextStep: 'No money has moved. Once the cause is fixed, choose a new day for it.',
    action: 'Open scheduled payouts',
  },
  invoiceNotSent: {
    subject: ({ customer }) => `Not sent: your scheduled invoice to ${customer}`,
    heading: 'A scheduled invoice was not sent',
    body: ({ customer }) => `The invoice to ${customer} was to be sent today and could not be.`,
    reason: ({ reason }) => `Reason: ${reason}`,
    nextStep:
      'It is still a draft, and your customer has seen nothing of it. Once the cause is fixed, send it or choose a new day.',
    action: 'Open the draft',
  },
  webhookFailing: {
    subject: 'Your webhooks are failing',
    heading: 'Your webhooks are failing',
    triedAgain: ({ url }) => `An event could not be delivered to ${url} so far. It will be tried again.`,
    givenUp: ({ url }) =>
      `Every attempt to deliver an event to ${url} has failed, and no other will be made.`,
    answer: ({ answer }) => `The last attempt ended with: ${answer}`,
    onceADay:
      'More events may be failing: you get this mail once a day at most. When your server works again, you can deliver them again from the dashboard.',
    action: 'Open webhooks',
  },
  recurringStopped: {
    subject: ({ customer }) => `Recurring invoice stopped: ${customer}`,
    heading: 'A recurring invoice has stopped',
    body: ({ customer }) => `No more invoices are sent to ${customer} for now.`,
    reasons: {
      customer_archived: 'The customer was archived.',
      vendor_banned: 'Your account is banned.',
      live_mode_not_approved: 'Live mode isn’t approved.',
      payment_provider_failed: 'The payment provider has accepted no new invoice for three days.',
      terms_not_valid: 'The invoice’s details are no longer valid.',
      too_many_drafts: 'You have too many drafts. Send or delete some.',
    },
    resume: 'Resume it when that is settled. Invoices missed until then are skipped.',
    action: 'Open the recurring invoice',
  },
  recurringPayoutStopped: {
    subject: ({ customer }) => `Recurring payout stopped: ${customer}`,
    heading: 'A recurring payout has stopped',
    body: ({ customer }) => `Nothing is sent to ${customer} until you resume the recurring payout.`,
    reasons: {
      customer_archived: 'The customer was archived.',
      bank_account_archived: 'The bank account was archived.',
      vendor_banned: 'Your account is banned.',
      live_mode_not_approved: 'Live mode isn’t approved.',
      requester_left: 'The person in whose name it pays can no longer send payouts for your team.',
      too_many_waiting: 'Three of its payouts still wait for approval. Approve or decline them.',
    },
    resume: 'Resume it when that is settled. Payouts missed until then are skipped.',
    action: 'Open the recurring payout',
  },
  sweepStopped: {
    subject: () => 'Automatic withdrawals stopped',
    heading: 'Your automatic withdrawals have stopped',
    body: () => 'Nothing is withdrawn until you resume them.',
    resume: 'Resume them when that is settled. Withdrawals due before then are skipped.',
    action: 'Open withdrawals',
  },
  security: {
    signedIn: {
      subject: 'New sign-in to your account',
      body: ({ browser, address }) => `Your account was signed in to from ${browser} at ${address}.`,
    },
    wrongCodes: {
      subject: 'Somebody knows your password',
      body: ({ browser, address }) =>
        `Somebody entered your password and then five wrong codes, from ${browser} at ${address}. They did not get in. Change your password.`,
    },
    passwordChanged: {
      subject: 'Your password was changed',
      body: 'The password of your account was changed.',
    },
    emailChangeRequested: {
      subject: 'Confirm that you want another sign-in email',
      body: ({ email, time, browser, address }) =>
        `On ${time}, ${browser} at ${address} asked to change your sign-in email to ${email}. Nothing changes until the link sent there is opened.`,
      stop: 'If this was not you, cancel the change in Settings → Profile and set a new password. A new password cancels it too.',
    },
    emailChanged: {
      subject: 'Your sign-in email was changed',
      body: ({ email }) => `Your account now signs in with ${email} instead of this address.`,
    },
    takenOver: {
      subject: 'Somebody else may have set up your account',
      body: 'Your email was not confirmed before you set a new password, so somebody else may have set up this account. We ended every session, turned two-step sign-in off, replaced the webhook signing secrets and cleared the seller details on invoices. We also undid the following.',
      people: 'People suspended until you re-admit them',
      invitations: 'Invitations revoked',
      apiKeys: 'API keys revoked',
      endpoints: 'Webhook endpoints deleted',
      payouts: 'Unsent payouts canceled',
      series: 'Recurring invoices paused',
      payoutSeries: 'Recurring payouts paused',
      sweeps: 'Automatic withdrawals paused',
      kept: 'Customers, bank accounts, invoices and drafts are as they were. Check them before you invoice or pay anybody.',
    },
    secondFactorRemoved: {
      subject: 'Two-step sign-in was turned off',
      body: 'Your account no longer asks for a code after the password.',
    },
    passkeyAdded: {
      subject: 'A passkey was added to your account',
      body: ({ passkey }) => `“${passkey}” can now sign in to your account.`,
    },
    passkeyRemoved: {
      subject: 'A passkey was removed from your account',
      body: ({ passkey }) => `“${passkey}” can no longer sign in to your account.`,
    },
    ownerChanged: {
      subject: 'Your account has a new owner',
      body: ({ email }) => `${email} is the owner now. You are an admin.`,
    },
    keyCreated: {
      subject: 'New live API key',
      body: ({ key }) => `The live API key ${key} was created. Anyone with it can move your money.`,
    },
    bankAccountAdded: {
      subject: 'New bank account for payouts',
      body: ({ bankAccount }) => `A bank account was added that can receive payouts: ${bankAccount}.`,
    },
    ownAccountChanged: {
      subject: 'The bank account on your invoices was changed',
      body: ({ person, bankAccount }) =>
        `${person} has changed the bank account that your invoices ask customers to pay to: ${bankAccount}.`,
    },
    bankAccountEntered: {
      subject: 'New bank details from a customer',
      body: ({ customer, bankAccount }) =>
        `${customer} entered a bank account on the page that you asked them to: ${bankAccount}.`,
      check:
        'Before you pay out to it, check with the customer, by another way than the one by which you sent the link, that it is theirs.',
    },
    endpointAdded: {
      subject: 'New webhook endpoint in live mode',
      body: ({ host, person }) =>
        `${person} added a webhook endpoint in live mode: ${host}. It receives events of your account, with your customers’ data.`,
    },
    endpointAddedByKey: {
      subject: 'New webhook endpoint in live mode',
      body: ({ host, key }) =>
        `The API key ${key} was used to add a webhook endpoint in live mode: ${host}. It receives events of your account, with your customers’ data.`,
    },
    endpointMoved: {
      subject: 'New URL of a webhook endpoint in live mode',
      body: ({ host, person }) =>
        `${person} changed the URL of a webhook endpoint in live mode: ${host}. It receives events of your account, with your customers’ data.`,
    },
    endpointMovedByKey: {
      subject: 'New URL of a webhook endpoint in live mode',
      body: ({ host, key }) =>
        `The API key ${key} was used to change the URL of a webhook endpoint in live mode: ${host}. It receives events of your account, with your customers’ data.`,
    },
    payoutApprovalSet: {
      subject: 'Payout approval was changed',
      body: ({ person, amount }) =>
        `${person} has set that payouts of ${amount} or more need a second person.`,
    },
    payoutApprovalOff: {
      subject: 'Payout approval was turned off',
      body: ({ person }) => `${person} has turned off the approval of payouts by a second person.`,
    },
    approverInvited: {
      subject: 'Somebody was invited who can approve payouts',
      body: ({ person, email }) =>
        `${person} has invited ${email} to a role that approves payouts. We email you again when they join.`,
    },
    approverAdded: {
      subject: 'New payout approver',
      body: ({ email, day }) => `${email} can approve payouts that others request, from ${day} on.`,
    },
    notYou: 'If this was not you, change your password, end the other sessions and revoke unknown API keys.',
    action: 'Check your account',
  },
  payoutApproval: {
    wanted: {
      subject: ({ amount, customer }) => `Approve a payout: ${amount} to ${customer}`,
      heading: ({ amount }) => `A payout of ${amount} is waiting for approval`,
      body: ({ requester, amount, customer }) =>
        `${requester} wants to pay ${amount} to ${customer}. It is sent once you or somebody else approves it, and expires in 7 days.`,
      bodyOfDay: ({ requester, amount, customer, day }) =>
        `${requester} wants to pay ${amount} to ${customer} on ${day}. It is sent on that day if you or somebody else has approved it by then, and as soon as it is approved otherwise.`,
      action: 'Review payout',
    },
    approved: {
      subject: ({ amount, customer }) => `Payout approved: ${amount} to ${customer}`,
      body: ({ person, amount, customer }) =>
        `${person} has approved your payout of ${amount} to ${customer}.`,
    },
    rejected: {
      subject: ({ amount, customer }) => `Payout rejected: ${amount} to ${customer}`,
      body: ({ person, amount, customer }) =>
        `${person} has rejected your payout of ${amount} to ${customer}. Nothing was sent.`,
    },
    expired: {
      subject: ({ amount, customer }) => `Payout request expired: ${amount} to ${customer}`,
      body: ({ amount, customer }) =>
        `Nobody decided within 7 days on your payout of ${amount} to ${customer}. Nothing was sent.`,
    },
    batch: {
      wanted: {
        subject: ({ amount, file }) => `Approve a batch of payouts: ${amount} in ${file}`,
        heading: ({ amount }) => `Payouts of ${amount} are waiting for approval`,
        body: ({ requester, amount, file }) =>
          `${requester} wants to pay ${amount} with the file ${file}. Nothing is sent until you or somebody else approves it.`,
        action: 'Review batch',
      },
      approved: {
        subject: ({ amount, file }) => `Batch approved: ${amount} in ${file}`,
        body: ({ person, amount, file }) => `${person} has approved your payouts of ${amount} in ${file}.`,
      },
      rejected: {
        subject: ({ amount, file }) => `Batch sent back: ${amount} in ${file}`,
        body: ({ person, amount, file }) =>
          `${person} has sent back your payouts of ${amount} in ${file}. Nothing was sent.`,
      },
      file: 'File',
      payouts: 'Payouts',
    },
    reason: ({ reason }) => `Reason: ${reason}`,
    amount: 'Amount',
    customer: 'Customer',
    bankAccount: 'Bank account',
    requestedBy: 'Requested by',
    view: 'View request',
  },
  portalLink: {
    subject: ({ vendor }) => `Your invoices from ${vendor}`,
    heading: ({ vendor }) => `See your invoices from ${vendor}`,
    body: 'Open them within the next 30 minutes. The link works once.',
    ignore: 'If you have not asked for this, ignore this mail.',
    action: 'See invoices',
  },
  passwordReset: {
    subject: 'Reset your password',
    heading: 'Reset your password',
    body: 'Choose a new password within the next hour. The link works once.',
    action: 'Choose a new password',
    ignore: 'If you have not asked for this, ignore this mail: your password stays as it is.',
  },
  teamInvitation: {
    subject: ({ vendor }) => `You are invited to join ${vendor}`,
    heading: ({ vendor }) => `Join ${vendor} on Counterfoil`,
    body: ({ email }) => `This invitation is for ${email}. The link works once, within the next 7 days.`,
    action: 'Join the team',
    ignore: 'If you did not expect an invitation, ignore this mail.',
  },
  invitation: {
    subject: 'You are invited to Counterfoil',
    heading: 'Create your account',
    body: ({ email }) => `This invitation is for ${email}. The link works once, within the next 7 days.`,
    action: 'Create account',
    ignore: 'If you did not expect an invitation, ignore this mail.',
  },
  emailConfirmation: {
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    body: ({ email }) => `Confirm within 24 hours that ${email} is your address.`,
    action: 'Confirm email',
    ignore: 'If you have not signed up, ignore this mail.',
  },
  newEmailConfirmation: {
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    body: ({ email }) => `Confirm within 24 hours that you want to sign in with ${email} from now on.`,
    action: 'Confirm email',
    ignore: 'If you have not asked for this, ignore this mail. Nothing changes.',
  },
}
