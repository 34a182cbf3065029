import type { MailTexts } from './mail-texts'

const IGNORE_WHEN_PAID = 'إذا كنت قد دفعت بالفعل، فلا يلزمك أي إجراء آخر.'

export const ar: MailTexts = {
  testSubject: ({ subject }) => `[تجريبي] ${subject}`,
  testBand: 'الوضع التجريبي: لا تُنقل أي أموال حقيقية.',
  addressHint: 'إذا لم يعمل الزر، فافتح هذا الرابط:',
  sentForVendor: ({ vendor, service }) =>
    `أُرسلت هذه الرسالة عبر ${service} نيابةً عن ${vendor}. إذا رددت عليها، فسيصل ردّك إلى ${vendor}.`,
  taxId: ({ taxId }) => `الرقم الضريبي: ${taxId}`,
  sentByService: ({ service }) => `أُرسلت عبر ${service}.`,
  columns: {
    discount: 'خصم',
    includedTax: ({ tax }) => `يشمل ${tax}`,
    total: 'الإجمالي',
    paidSoFar: 'المدفوع حتى الآن',
    credited: 'إشعارات دائنة',
    leftToPay: 'المتبقي للدفع',
    paidBefore: 'المدفوع سابقًا',
    thisPayment: 'هذه الدفعة',
    fee: 'الرسوم',
    due: 'تاريخ الاستحقاق',
    paidOn: 'تاريخ الدفع',
    method: 'طريقة الدفع',
    number: 'الفاتورة',
    receiptNumber: 'رقم الإيصال',
    moreItems: ({ count }) => `بنود أخرى: ${count}`,
  },
  invoice: {
    subject: ({ number, vendor, total }) => `فاتورة ${number} من ${vendor}: ${total}`,
    heading: ({ vendor }) => `فاتورة من ${vendor}`,
    body: ({ vendor, total, due }) => `يُرجى دفع ${total} إلى ${vendor} في موعد أقصاه ${due}.`,
    action: 'ادفع الآن',
    document: 'تنزيل الفاتورة (PDF)',
  },
  changedInvoice: {
    subject: ({ number, vendor }) => `تعديل الفاتورة ${number} من ${vendor}`,
    heading: 'جرى تعديل فاتورتك',
    body: ({ number, vendor }) =>
      `جرى تعديل الفاتورة ${number} من ${vendor}. لم يتغيّر المبلغ ولا رقم الفاتورة ولا رابط الدفع.`,
    address: 'عنوان الفوترة',
    buyerReference: 'مرجعكم',
    notes: 'ملاحظات',
    nowAndBefore: ({ now, before }) => `${now} (سابقًا: ${before})`,
    action: 'عرض الفاتورة',
  },
  reminderDueSoon: {
    subject: ({ vendor, total, due }) => `تذكير: فاتورة ${vendor} بمبلغ ${total} تستحق في ${due}`,
    heading: 'موعد استحقاق فاتورتك قريب',
    body: ({ vendor, total, due }) => `تستحق فاتورة ${vendor} بمبلغ ${total} في ${due}. ${IGNORE_WHEN_PAID}`,
    action: 'ادفع الآن',
  },
  reminderOverdue: {
    subject: ({ vendor, total }) => `فاتورة متأخرة: ${total} إلى ${vendor}`,
    heading: 'تجاوزت فاتورتك موعد الاستحقاق',
    body: ({ vendor, total, due }) =>
      `كان موعد استحقاق فاتورة ${vendor} بمبلغ ${total} في ${due}. ${IGNORE_WHEN_PAID}`,
    action: 'ادفع الآن',
  },
  reminderLongOverdue: {
    subject: ({ vendor, total }) => `تذكير ثانٍ: فاتورة متأخرة من ${vendor} بمبلغ ${total}`,
    heading: 'فاتورتك لم تُدفع بعد',
    body: ({ vendor, total, due }) =>
      `كان موعد استحقاق فاتورة ${vendor} بمبلغ ${total} في ${due}، ولم تُدفع بعد. ${IGNORE_WHEN_PAID}`,
    action: 'ادفع الآن',
  },
  receipt: {
    subject: ({ number, vendor, total }) => `إيصال الفاتورة ${number} من ${vendor}: ${total}`,
    heading: 'شكرًا لك على الدفع',
    body: ({ vendor, total, paidOn }) => `دفعت ${total} إلى ${vendor} في ${paidOn}.`,
    action: 'عرض الإيصال',
    document: 'تنزيل الإيصال (PDF)',
  },
  partReceipt: {
    subject: ({ number, vendor, amount }) =>
      `استلام دفعة بقيمة ${amount} إلى ${vendor} عن الفاتورة ${number}`,
    heading: 'شكرًا لك على الدفع',
    body: ({ vendor, amount, paidOn }) => `استلمت ${vendor} دفعتك بقيمة ${amount} في ${paidOn}.`,
    action: 'عرض الفاتورة',
  },
  partPaid: ({ paid, total, left }) => `المدفوع حتى الآن: ${paid} من ${total}. المتبقي للدفع: ${left}.`,
  refund: {
    subject: ({ number, vendor, amount }) => `استرداد ${amount} من ${vendor} عن الفاتورة ${number}`,
    heading: ({ amount }) => `تم رد ${amount}`,
    body: ({ number, vendor, amount }) =>
      `ردّ إليك ${vendor} مبلغ ${amount} عن الفاتورة ${number}. يعود المبلغ بالوسيلة التي دفعت بها، وقد يستغرق وصوله من 5 إلى 10 أيام عمل.`,
    amount: 'المبلغ المُسترد',
    reason: 'السبب',
    creditNote: 'إشعار دائن',
    action: 'عرض الفاتورة',
    document: 'تنزيل الإشعار الدائن (PDF)',
  },
  credit: {
    subject: ({ number, vendor, amount }) => `إشعار دائن بمبلغ ${amount} من ${vendor} عن الفاتورة ${number}`,
    heading: ({ amount }) => `إشعار دائن بمبلغ ${amount}`,
    body: ({ number, vendor, amount }) =>
      `أصدر ${vendor} إشعارًا دائنًا بمبلغ ${amount} عن الفاتورة ${number}.`,
    left: ({ left }) => `المتبقي للدفع: ${left}.`,
    nothingLeft: 'لم يبق شيء للدفع.',
    amount: 'مبلغ الإشعار الدائن',
  },
  payout: {
    subject: ({ vendor, amount }) => `وصلك مبلغ ${amount} من ${vendor}`,
    heading: ({ amount }) => `وصلتك دفعة بقيمة ${amount}`,
    body: ({ vendor, amount, bankName, last4 }) =>
      `تم تحويل مبلغ ${amount} من ${vendor} إلى حسابك لدى ${bankName} المنتهي بالأرقام ${last4}.`,
    amount: 'المبلغ',
    bankAccount: 'الحساب البنكي',
    reference: 'المرجع',
  },
  payoutNotSent: {
    subject: ({ amount, customer }) => `لم تُرسل: الدفعة المجدولة بقيمة ${amount} إلى ${customer}`,
    heading: 'لم تُرسل دفعة مجدولة',
    body: ({ amount, customer }) => `حلّ موعد الدفعة بقيمة ${amount} إلى ${customer} وتعذّر إرسالها.`,
    reason: ({ reason }) => `السبب: ${reason}`,
    nextStep: 'لم يُحوَّل أي مبلغ. بعد معالجة السبب، اختر يومًا جديدًا لها.',
    action: 'فتح الدفعات المجدولة',
  },
  invoiceNotSent: {
    subject: ({ customer }) => `لم تُرسل: فاتورتك المجدولة إلى ${customer}`,
    heading: 'لم تُرسل فاتورة مجدولة',
    body: ({ customer }) => `كان من المقرر إرسال الفاتورة إلى ${customer} اليوم، لكن تعذّر ذلك.`,
    reason: ({ reason }) => `السبب: ${reason}`,
    nextStep: 'لا تزال مسودة، ولم يطّلع عميلك عليها. بعد معالجة السبب، أرسلها أو اختر يومًا جديدًا.',
    action: 'فتح المسودة',
  },
  webhookFailing: {
    subject: 'تعذّر تسليم إشعارات الويب هوك',
    heading: 'تعذّر تسليم إشعارات الويب هوك',
    triedAgain: ({ url }) => `لم يتسنَّ حتى الآن تسليم حدث إلى ${url}. ستُعاد المحاولة.`,
    givenUp: ({ url }) => `فشلت كل محاولات تسليم حدث إلى ${url}، ولن تُجرى محاولة أخرى.`,
    answer: ({ answer }) => `انتهت المحاولة الأخيرة بما يلي: ${answer}`,
    onceADay:
      'قد تكون هناك أحداث أخرى لم تُسلَّم: تصلك هذه الرسالة مرة واحدة في اليوم على الأكثر. عندما يعود خادمك إلى العمل، يمكنك إعادة تسليمها من لوحة التحكم.',
    action: 'فتح صفحة الويب هوك',
  },
  recurringStopped: {
    subject: ({ customer }) => `توقفت الفاتورة المتكررة: ${customer}`,
    heading: 'توقفت فاتورة متكررة',
    body: ({ customer }) => `لن تُرسل فواتير أخرى إلى ${customer} في الوقت الحالي.`,
    reasons: {
      customer_archived: 'تمت أرشفة العميل.',
      vendor_banned: 'حسابك محظور.',
      live_mode_not_approved: 'لم تتم الموافقة على الوضع الحقيقي.',
      payment_provider_failed: 'لم يقبل مزوّد الدفع أي فاتورة جديدة منذ ثلاثة أيام.',
      terms_not_valid: 'لم تعد بيانات الفاتورة صالحة.',
      too_many_drafts: 'لديك عدد كبير جدًا من المسودات. أرسل بعضها أو احذفها.',
    },
    resume: 'استأنفها بعد حل المشكلة. تُتخطى الفواتير التي فاتت حتى ذلك الحين.',
    action: 'فتح الفاتورة المتكررة',
  },
  recurringPayoutStopped: {
    subject: ({ customer }) => `توقفت الدفعة المتكررة: ${customer}`,
    heading: 'توقفت دفعة متكررة',
    body: ({ customer }) => `لن يُرسل شيء إلى ${customer} حتى تستأنف الدفعة المتكررة.`,
    reasons: {
      customer_archived: 'تمت أرشفة العميل.',
      bank_account_archived: 'تمت أرشفة الحساب البنكي.',
      vendor_banned: 'حسابك محظور.',
      live_mode_not_approved: 'لم تتم الموافقة على الوضع الحقيقي.',
      requester_left: 'لم يعد بإمكان الشخص الذي تُرسل باسمه إرسال دفعات لفريقك.',
      too_many_waiting: 'لا تزال ثلاث من دفعاتها بانتظار الموافقة. وافق عليها أو ارفضها.',
    },
    resume: 'استأنفها بعد حل المشكلة. تُتخطى الدفعات التي فاتت حتى ذلك الحين.',
    action: 'فتح الدفعة المتكررة',
  },
  sweepStopped: {
    subject: () => 'توقّف السحب التلقائي',
    heading: 'توقّف السحب التلقائي لديك',
    body: () => 'لن يُسحب أي مبلغ حتى تستأنف السحب التلقائي.',
    resume: 'استأنفه بعد حلّ المشكلة. تُتخطّى الأيام حتى ذلك الحين.',
    action: 'فتح السحوبات',
  },
  security: {
    signedIn: {
      subject: 'تسجيل دخول جديد إلى حسابك',
      body: ({ browser, address }) => `جرى تسجيل الدخول إلى حسابك باستخدام ${browser} من ${address}.`,
    },
    wrongCodes: {
      subject: 'شخص ما يعرف كلمة مرورك',
      body: ({ browser, address }) =>
        `أدخل شخص ما كلمة مرورك ثم خمسة رموز خاطئة باستخدام ${browser} من ${address}. لم يتمكن من الدخول. غيّر كلمة مرورك.`,
    },
    passwordChanged: { subject: 'تم تغيير كلمة مرورك', body: 'تم تغيير كلمة مرور حسابك.' },
    emailChangeRequested: {
      subject: 'هل تريد تغيير بريد تسجيل الدخول؟',
      body: ({ email, time, browser, address }) =>
        `في ${time} طُلب باستخدام ${browser} من ${address} تغيير بريد تسجيل الدخول إلى ${email}. لن يتغير شيء حتى يُفتح الرابط المرسل إلى ذلك العنوان.`,
      stop: 'إذا لم تكن أنت من فعل ذلك، فألغِ التغيير في صفحة الملف الشخصي ضمن الإعدادات واختر كلمة مرور جديدة. كلمة المرور الجديدة تلغيه أيضًا.',
    },
    emailChanged: {
      subject: 'تم تغيير بريد تسجيل الدخول',
      body: ({ email }) => `أصبح تسجيل الدخول إلى حسابك بالعنوان ${email} بدلًا من هذا العنوان.`,
    },
    takenOver: {
      subject: 'ربما أعدّ شخص آخر حسابك',
      body: 'لم يكن بريدك الإلكتروني مؤكدًا قبل أن تختار كلمة مرور جديدة، ولذلك ربما أعدّ شخص آخر هذا الحساب. أنهينا جميع الجلسات، وأوقفنا تسجيل الدخول بخطوتين، واستبدلنا مفاتيح توقيع Webhook، ومسحنا بيانات البائع من الفواتير. وألغينا أيضًا ما يلي.',
      people: 'أشخاص أُوقف وصولهم حتى تعيد قبولهم',
      invitations: 'دعوات أُلغيت',
      apiKeys: 'مفاتيح API أُلغيت',
      endpoints: 'وجهات Webhook حُذفت',
      payouts: 'دفعات لم تُرسل وأُلغيت',
      series: 'فواتير متكررة أُوقفت مؤقتًا',
      payoutSeries: 'دفعات متكررة أُوقفت مؤقتًا',
      sweeps: 'سحب تلقائي أُوقف مؤقتًا',
      kept: 'بقي العملاء والحسابات البنكية والفواتير والمسودات كما كانت. راجعها قبل أن ترسل فاتورة أو تدفع لأحد.',
    },
    secondFactorRemoved: {
      subject: 'أُوقف تسجيل الدخول بخطوتين',
      body: 'لم يعد حسابك يطلب رمزًا بعد كلمة المرور.',
    },
    passkeyAdded: {
      subject: 'أُضيف مفتاح مرور إلى حسابك',
      body: ({ passkey }) => `أصبح من الممكن تسجيل الدخول إلى حسابك باستخدام «${passkey}».`,
    },
    passkeyRemoved: {
      subject: 'أُزيل مفتاح مرور من حسابك',
      body: ({ passkey }) => `لم يعد من الممكن تسجيل الدخول إلى حسابك باستخدام «${passkey}».`,
    },
    ownerChanged: {
      subject: 'لحسابك مالك جديد',
      body: ({ email }) => `أصبح ${email} هو المالك، وأنت الآن مدير.`,
    },
    keyCreated: {
      subject: 'مفتاح API جديد في الوضع الفعلي',
      body: ({ key }) => `أُنشئ مفتاح API في الوضع الفعلي: ${key}. يستطيع كل من يملكه تحريك أموالك.`,
    },
    bankAccountAdded: {
      subject: 'حساب بنكي جديد للدفعات',
      body: ({ bankAccount }) => `أُضيف حساب بنكي يمكنه استلام الدفعات: ${bankAccount}.`,
    },
    ownAccountChanged: {
      subject: 'تغيّر الحساب البنكي في فواتيرك',
      body: ({ person, bankAccount }) =>
        `غيّر ${person} الحساب البنكي الذي تطلب فواتيرك الدفع إليه: ${bankAccount}.`,
    },
    bankAccountEntered: {
      subject: 'بيانات بنكية جديدة من عميل',
      body: ({ customer, bankAccount }) =>
        `أدخل ${customer} حسابًا بنكيًا في الصفحة التي أرسلتها إليه: ${bankAccount}.`,
      check: 'قبل أن ترسل دفعة إليه، تأكد من العميل أن الحساب يخصه، بوسيلة غير التي أرسلت بها الرابط.',
    },
    endpointAdded: {
      subject: 'نقطة استقبال جديدة لـ webhook في الوضع الفعلي',
      body: ({ host, person }) =>
        `أضاف ${person} نقطة استقبال لـ webhook في الوضع الفعلي: ${host}. وهي تستقبل أحداثًا من حسابك مع بيانات عملائك.`,
    },
    endpointAddedByKey: {
      subject: 'نقطة استقبال جديدة لـ webhook في الوضع الفعلي',
      body: ({ host, key }) =>
        `أُضيفت نقطة استقبال لـ webhook في الوضع الفعلي باستخدام مفتاح API ${key}: ${host}. وهي تستقبل أحداثًا من حسابك مع بيانات عملائك.`,
    },
    endpointMoved: {
      subject: 'عنوان URL جديد لنقطة استقبال webhook في الوضع الفعلي',
      body: ({ host, person }) =>
        `غيّر ${person} عنوان URL لنقطة استقبال webhook في الوضع الفعلي: ${host}. وهي تستقبل أحداثًا من حسابك مع بيانات عملائك.`,
    },
    endpointMovedByKey: {
      subject: 'عنوان URL جديد لنقطة استقبال webhook في الوضع الفعلي',
      body: ({ host, key }) =>
        `غُيّر عنوان URL لنقطة استقبال webhook في الوضع الفعلي باستخدام مفتاح API ${key}: ${host}. وهي تستقبل أحداثًا من حسابك مع بيانات عملائك.`,
    },
    payoutApprovalSet: {
      subject: 'تم تغيير الموافقة على الدفعات',
      body: ({ person, amount }) => `حدّد ${person} أن الدفعات بمبلغ ${amount} أو أكثر تحتاج إلى شخص ثانٍ.`,
    },
    payoutApprovalOff: {
      subject: 'أُوقفت الموافقة على الدفعات',
      body: ({ person }) => `أوقف ${person} موافقة شخص ثانٍ على الدفعات.`,
    },
    approverInvited: {
      subject: 'دُعي شخص يمكنه الموافقة على الدفعات',
      body: ({ person, email }) =>
        `دعا ${person} ${email} إلى دور يوافق على الدفعات. سنراسلك مجددًا عند الانضمام إلى الفريق.`,
    },
    approverAdded: {
      subject: 'شخص جديد يمكنه الموافقة على الدفعات',
      body: ({ email, day }) =>
        `يمكن لـ ${email} الموافقة على الدفعات التي يطلبها الآخرون اعتبارًا من ${day}.`,
    },
    notYou: 'إذا لم تكن أنت من فعل ذلك، فغيّر كلمة مرورك وأنهِ الجلسات الأخرى وألغِ مفاتيح API التي لا تعرفها.',
    action: 'مراجعة الحساب',
  },
  payoutApproval: {
    wanted: {
      subject: ({ amount, customer }) => `دفعة تنتظر موافقتك: ${amount} إلى ${customer}`,
      heading: ({ amount }) => `دفعة بمبلغ ${amount} تنتظر الموافقة`,
      body: ({ requester, amount, customer }) =>
        `يريد ${requester} دفع ${amount} إلى ${customer}. تُرسل الدفعة بعد موافقتك أو موافقة شخص آخر، وتنتهي مهلتها بعد 7 أيام.`,
      bodyOfDay: ({ requester, amount, customer, day }) =>
        `يريد ${requester} دفع ${amount} إلى ${customer} في ${day}. تُرسل الدفعة في ذلك اليوم إذا وافقت عليها أنت أو شخص آخر قبله، وإلا فور الموافقة عليها.`,
      action: 'مراجعة الدفعة',
    },
    approved: {
      subject: ({ amount, customer }) => `تمت الموافقة على الدفعة: ${amount} إلى ${customer}`,
      body: ({ person, amount, customer }) => `وافق ${person} على دفعتك بمبلغ ${amount} إلى ${customer}.`,
    },
    rejected: {
      subject: ({ amount, customer }) => `رُفضت الدفعة: ${amount} إلى ${customer}`,
      body: ({ person, amount, customer }) =>
        `رفض ${person} دفعتك بمبلغ ${amount} إلى ${customer}. لم يُرسل شيء.`,
    },
    expired: {
      subject: ({ amount, customer }) => `انتهت مهلة طلب الدفعة: ${amount} إلى ${customer}`,
      body: ({ amount, customer }) =>
        `لم يقرر أحد خلال 7 أيام بشأن دفعتك بمبلغ ${amount} إلى ${customer}. لم يُرسل شيء.`,
    },
    batch: {
      wanted: {
        subject: ({ amount, file }) => `مجموعة دفعات تنتظر موافقتك: ${amount} في ${file}`,
        heading: ({ amount }) => `دفعات بمبلغ ${amount} تنتظر الموافقة`,
        body: ({ requester, amount, file }) =>
          `يريد ${requester} دفع ${amount} بالملف ${file}. لا يُرسل شيء قبل موافقتك أو موافقة شخص آخر.`,
        action: 'مراجعة الدفعات',
      },
      approved: {
        subject: ({ amount, file }) => `تمت الموافقة على الدفعات: ${amount} في ${file}`,
        body: ({ person, amount, file }) => `وافق ${person} على دفعاتك بمبلغ ${amount} في ${file}.`,
      },
      rejected: {
        subject: ({ amount, file }) => `أُعيدت الدفعات: ${amount} في ${file}`,
        body: ({ person, amount, file }) => `أعاد ${person} دفعاتك بمبلغ ${amount} في ${file}. لم يُرسل شيء.`,
      },
      file: 'الملف',
      payouts: 'الدفعات',
    },
    reason: ({ reason }) => `السبب: ${reason}`,
    amount: 'المبلغ',
    customer: 'العميل',
    bankAccount: 'الحساب البنكي',
    requestedBy: 'طلبها',
    view: 'عرض الطلب',
  },
  portalLink: {
    subject: ({ vendor }) => `فواتيرك من ${vendor}`,
    heading: ({ vendor }) => `اطّلع على فواتيرك من ${vendor}`,
    body: 'افتحها خلال 30 دقيقة من الآن. يمكن استخدام الرابط مرة واحدة فقط.',
    ignore: 'إذا لم تطلب ذلك، فتجاهل هذه الرسالة.',
    action: 'عرض الفواتير',
  },
  passwordReset: {
    subject: 'إعادة تعيين كلمة المرور',
    heading: 'إعادة تعيين كلمة المرور',
    body: 'اختر كلمة مرور جديدة خلال ساعة من الآن. يمكن استخدام الرابط مرة واحدة فقط.',
    action: 'اختيار كلمة مرور جديدة',
    ignore: 'إذا لم تطلب ذلك، فتجاهل هذه الرسالة، وستبقى كلمة مرورك كما هي.',
  },
  teamInvitation: {
    subject: ({ vendor }) => `دعوة من ${vendor}`,
    heading: ({ vendor }) => `انضم إلى ${vendor} على Counterfoil`,
    body: ({ email }) => `هذه الدعوة موجّهة إلى ${email}. يعمل الرابط مرة واحدة خلال الأيام السبعة القادمة.`,
    action: 'الانضمام إلى الفريق',
    ignore: 'إذا لم تكن تتوقع دعوة، فتجاهل هذه الرسالة.',
  },
  invitation: {
    subject: 'دعوة إلى Counterfoil',
    heading: 'أنشئ حسابك',
    body: ({ email }) => `هذه الدعوة موجّهة إلى ${email}. يعمل الرابط مرة واحدة خلال الأيام السبعة القادمة.`,
    action: 'إنشاء حساب',
    ignore: 'إذا لم تكن تتوقع دعوة، فتجاهل هذه الرسالة.',
  },
  emailConfirmation: {
    subject: 'تأكيد عنوان بريدك الإلكتروني',
    heading: 'تأكيد عنوان بريدك الإلكتروني',
    body: ({ email }) => `أكّد خلال 24 ساعة أن ${email} هو عنوانك.`,
    action: 'تأكيد العنوان',
    ignore: 'إذا لم تنشئ حسابًا، فتجاهل هذه الرسالة.',
  },
  newEmailConfirmation: {
    subject: 'تأكيد عنوان بريدك الإلكتروني الجديد',
    heading: 'تأكيد عنوان بريدك الإلكتروني الجديد',
    body: ({ email }) => `أكّد خلال 24 ساعة أنك تريد تسجيل الدخول بالعنوان ${email} من الآن فصاعدًا.`,
    action: 'تأكيد العنوان',
    ignore: 'إذا لم تطلب ذلك، فتجاهل هذه الرسالة. لن يتغير شيء.',
  },
}
