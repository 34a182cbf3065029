import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import type { Change } from '@/lib/branding/branding'
import { database } from '@/lib/db/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { setVendorSettings } from '@/lib/vendors/manage-vendor'
import { DEFAULT_REMINDERS, REMINDER_KINDS, type ReminderSettings, reminderSettings } from './reminder-fields'

/** The reminders of an existing vendor's invoices, in both modes. */
export async function readReminderSettings(vendorId: string): Promise<ReminderSettings> {
  const { reminders } = await database().vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: { reminders: true },
  })
  return reminders === null ? DEFAULT_REMINDERS : reminderSettings.parse(reminders)
}

/** Sets the reminders of all invoices of the vendor, those that are open already too. */
export async function saveReminderSettings(
  tx: OrmTransaction,
  { fields, ...by }: Change & { fields: ReminderSettings },
): Promise<void> {
  await setVendorSettings(tx, by.vendorId, { reminders: fields })
  const detail = REMINDER_KINDS.map((kind) => inWords(kind, fields)).join(', ')
  await recordAuditEvent(tx, { ...by, action: 'reminders.changed', detail })
}

function inWords(kind: keyof ReminderSettings, settings: ReminderSettings): string {
  const { isOn, days, message } = settings[kind]
  const when = `${days} ${days === 1 ? 'day' : 'days'} ${kind === 'reminder_due_soon' ? 'before' : 'after'}`
  return `${when}: ${isOn ? 'on' : 'off'}${message.trim() === '' ? '' : ', with a text'}`
}
