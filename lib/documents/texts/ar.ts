import type { DocumentTexts } from './document-texts'

export const ar: DocumentTexts = {
  invoice: 'فاتورة',
  receipt: 'إيصال',
  watermark: 'تجريبي',
  testNote: 'صدر في وضع الاختبار: لا تتحرك أي أموال حقيقية.',
  billedTo: 'فاتورة إلى',
  number: 'رقم الفاتورة',
  issuedOn: 'تاريخ الإصدار',
  dueOn: 'تاريخ الاستحقاق',
  paidOn: 'تاريخ الدفع',
  method: 'طريقة الدفع',
  card: 'بطاقة',
  paymentId: 'رقم عملية الدفع',
  status: 'الحالة',
  statuses: { open: 'بانتظار الدفع', overdue: 'متأخرة', paid: 'مدفوعة' },
  columns: { item: 'الوصف', quantity: 'الكمية', unitPrice: 'سعر الوحدة', amount: 'المبلغ' },
  subtotal: 'المجموع الفرعي',
  fee: 'رسوم الخدمة',
  total: 'الإجمالي',
  headlineDue: ({ total, due }) => `المبلغ المستحق ${total} بتاريخ ${due}`,
  headlinePaid: ({ total, paidOn }) => `تم دفع ${total} بتاريخ ${paidOn}`,
  payOnline: 'ادفع عبر الإنترنت أو امسح الرمز:',
  page: ({ page, pages }) => `صفحة ${page} من ${pages}`,
  unprintable: ({ placeholder }) =>
    `تتعذر طباعة بعض الأحرف في هذا المستند، ويحل الرمز ${placeholder} محلها. النص الكامل متاح على:`,
}
