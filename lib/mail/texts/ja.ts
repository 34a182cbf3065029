import type { MailTexts } from './mail-texts'

const IGNORE_WHEN_PAID = 'すでにお支払い済みの場合は、何もしていただく必要はありません。'

export const ja: MailTexts = {
  testSubject: ({ subject }) => `【テスト】${subject}`,
  testBand: 'テストモード：実際のお金は動きません。',
  addressHint: 'ボタンを押しても開かない場合は、次のアドレスを開いてください：',
  sentForVendor: ({ vendor, service }) =>
    `このメールは${vendor}に代わって${service}が送信しています。返信は${vendor}に届きます。`,
  taxId: ({ taxId }) => `登録番号：${taxId}`,
  sentByService: ({ service }) => `${service}から送信されました。`,
  columns: {
    discount: '割引',
    includedTax: ({ tax }) => `うち${tax}`,
    total: '合計',
    paidSoFar: 'お支払い済みの金額',
    credited: '減額',
    leftToPay: '残りのお支払い金額',
    paidBefore: 'これまでのお支払い',
    thisPayment: '今回のお支払い',
    fee: '手数料',
    due: 'お支払い期限',
    paidOn: 'お支払い日',
    method: 'お支払い方法',
    number: '請求書',
    receiptNumber: '領収書番号',
    moreItems: ({ count }) => `ほか${count}件`,
  },
  invoice: {
    subject: ({ number, vendor, total }) => `${vendor}からの請求書 ${number}：${total}`,
    heading: ({ vendor }) => `${vendor}からの請求書`,
    body: ({ vendor, total, due }) => `${vendor}より、${due}までに${total}のお支払いをお願いいたします。`,
    action: '今すぐ支払う',
    document: '請求書をダウンロード（PDF）',
  },
  changedInvoice: {
    subject: ({ number, vendor }) => `${vendor}からの請求書 ${number} の内容が変更されました`,
    heading: '請求書の内容が変更されました',
    body: ({ number, vendor }) =>
      `${vendor}が請求書 ${number} の内容を変更しました。金額、請求書番号、お支払いリンクに変更はありません。`,
    address: '請求先住所',
    buyerReference: 'お客様の参照番号',
    notes: '備考',
    nowAndBefore: ({ now, before }) => `${now}（変更前：${before}）`,
    action: '請求書を見る',
  },
  reminderDueSoon: {
    subject: ({ vendor, total, due }) => `お支払いのご案内：${vendor}への${total}（期限：${due}）`,
    heading: 'まもなくお支払い期限です',
    body: ({ vendor, total, due }) =>
      `${vendor}からの請求書（${total}）のお支払い期限は${due}です。${IGNORE_WHEN_PAID}`,
    action: '今すぐ支払う',
  },
  reminderOverdue: {
    subject: ({ vendor, total }) => `期限超過：${vendor}への${total}`,
    heading: 'お支払い期限を過ぎています',
    body: ({ vendor, total, due }) =>
      `${vendor}からの請求書（${total}）は、お支払い期限の${due}を過ぎています。${IGNORE_WHEN_PAID}`,
    action: '今すぐ支払う',
  },
  reminderLongOverdue: {
    subject: ({ vendor, total }) => `再度のご案内：${vendor}への${total}が期限を過ぎています`,
    heading: '請求書のお支払いがまだ確認できません',
    body: ({ vendor, total, due }) =>
      `${vendor}からの請求書（${total}）は、お支払い期限の${due}を過ぎても、お支払いが確認できていません。${IGNORE_WHEN_PAID}`,
    action: '今すぐ支払う',
  },
  receipt: {
    subject: ({ number, vendor, total }) => `${vendor}の請求書 ${number} の領収書：${total}`,
    heading: 'お支払いありがとうございました',
    body: ({ vendor, total, paidOn }) => `${paidOn}に、${vendor}へ${total}をお支払いいただきました。`,
    action: '領収書を見る',
    document: '領収書をダウンロード（PDF）',
  },
  partReceipt: {
    subject: ({ number, vendor, amount }) => `${vendor}の請求書 ${number} のお支払い${amount}を確認しました`,
    heading: 'お支払いありがとうございました',
    body: ({ vendor, amount, paidOn }) => `${vendor}は${paidOn}に${amount}のお支払いを受け取りました。`,
    action: '請求書を見る',
  },
  partPaid: ({ paid, total, left }) =>
    `${total}のうち${paid}をお支払いいただきました。残りのお支払い金額は${left}です。`,
  refund: {
    subject: ({ number, vendor, amount }) => `${vendor}からの返金${amount}（請求書 ${number}）`,
    heading: ({ amount }) => `${amount}を返金しました`,
    body: ({ number, vendor, amount }) =>
      `${vendor}が請求書 ${number} について${amount}を返金しました。お支払い時と同じ方法で返金されます。届くまでに5～10営業日かかることがあります。`,
    amount: '返金額',
    reason: '理由',
    creditNote: 'クレジットノート',
    action: '請求書を見る',
    document: 'クレジットノートをダウンロード（PDF）',
  },
  credit: {
    subject: ({ number, vendor, amount }) => `${vendor}からのクレジットノート${amount}（請求書 ${number}）`,
    heading: ({ amount }) => `${amount}を減額しました`,
    body: ({ number, vendor, amount }) =>
      `${vendor}が請求書 ${number} について${amount}のクレジットノートを発行しました。`,
    left: ({ left }) => `残りのお支払い金額は${left}です。`,
    nothingLeft: 'お支払いいただく金額はありません。',
    amount: '減額',
  },
  payout: {
    subject: ({ vendor, amount }) => `${vendor}から${amount}が送金されました`,
    heading: ({ amount }) => `${amount}を受け取りました`,
    body: ({ vendor, amount, bankName, last4 }) =>
      `${vendor}が、${bankName}のお客様の口座（末尾${last4}）に${amount}を送金しました。`,
    amount: '金額',
    bankAccount: '銀行口座',
    reference: '参照番号',
  },
  payoutNotSent: {
    subject: ({ amount, customer }) => `未送金：${customer}への予約送金${amount}`,
    heading: '予約された送金が行われませんでした',
    body: ({ amount, customer }) =>
      `${customer}への${amount}の送金は、予定日になりましたが送信できませんでした。`,
    reason: ({ reason }) => `理由：${reason}`,
    nextStep: 'お金は動いていません。原因が解消したら、新しい日付を選んでください。',
    action: '予約送金を開く',
  },
  invoiceNotSent: {
    subject: ({ customer }) => `未送信：${customer} 宛ての予約した請求書`,
    heading: '予約した請求書が送信されませんでした',
    body: ({ customer }) => `${customer} 宛ての請求書は本日送信される予定でしたが、送信できませんでした。`,
    reason: ({ reason }) => `理由：${reason}`,
    nextStep:
      '請求書は下書きのままで、お客様には表示されていません。原因を解消したら、送信するか別の日を選んでください。',
    action: '下書きを開く',
  },
  webhookFailing: {
    subject: 'Webhookの配信に失敗しています',
    heading: 'Webhookの配信に失敗しています',
    triedAgain: ({ url }) => `${url}へのイベントの配信にまだ成功していません。後ほど再試行します。`,
    givenUp: ({ url }) => `${url}へのイベントの配信はすべて失敗し、これ以上は再試行しません。`,
    answer: ({ answer }) => `最後の試行の結果：${answer}`,
    onceADay:
      'ほかのイベントも失敗している可能性があります。このメールは1日に1通までしか送られません。サーバーが復旧したら、ダッシュボードから再配信できます。',
    action: 'Webhookを開く',
  },
  recurringStopped: {
    subject: ({ customer }) => `定期請求が停止しました：${customer}`,
    heading: '定期請求が停止しました',
    body: ({ customer }) => `当面、${customer}への請求書は送信されません。`,
    reasons: {
      customer_archived: '顧客がアーカイブされました。',
      vendor_banned: 'アカウントが停止されています。',
      live_mode_not_approved: '本番モードが承認されていません。',
      payment_provider_failed: '3日間、決済代行会社が新しい請求書を受け付けていません。',
      terms_not_valid: '請求書の内容が有効ではなくなりました。',
      too_many_drafts: '下書きが多すぎます。いくつか送信するか削除してください。',
    },
    resume: '解決したら再開してください。それまでの請求書は作成されません。',
    action: '定期請求を開く',
  },
  recurringPayoutStopped: {
    subject: ({ customer }) => `定期送金が停止しました：${customer}`,
    heading: '定期送金が停止しました',
    body: ({ customer }) => `再開するまで、${customer}への定期送金は行われません。`,
    reasons: {
      customer_archived: '顧客がアーカイブされました。',
      bank_account_archived: '銀行口座がアーカイブされました。',
      vendor_banned: 'アカウントが停止されています。',
      live_mode_not_approved: '本番モードが承認されていません。',
      requester_left: 'この定期送金の担当者は、チームの送金を行えなくなりました。',
      too_many_waiting: 'この定期送金のうち3件がまだ承認待ちです。承認または却下してください。',
    },
    resume: '解決したら再開してください。それまでの送金は行われません。',
    action: '定期送金を開く',
  },
  sweepStopped: {
    subject: () => '自動引き出しの停止',
    heading: '自動引き出しが停止しました',
    body: () => '再開するまで、引き出しは行われません。',
    resume: '解決したら再開してください。それまでの日は実行されません。',
    action: '引き出しを開く',
  },
  security: {
    signedIn: {
      subject: 'アカウントへの新しいログイン',
      body: ({ browser, address }) => `${address}から${browser}でアカウントへのログインがありました。`,
    },
    wrongCodes: {
      subject: 'パスワードを知っている人がいます',
      body: ({ browser, address }) =>
        `${address}から${browser}で、正しいパスワードの後に誤ったコードが5回入力されました。ログインはされていません。パスワードを変更してください。`,
    },
    passwordChanged: {
      subject: 'パスワードが変更されました',
      body: 'アカウントのパスワードが変更されました。',
    },
    emailChangeRequested: {
      subject: 'ログイン用メールアドレスの変更をご確認ください',
      body: ({ email, time, browser, address }) =>
        `${time}に、${address}から${browser}で、ログイン用メールアドレスを${email}に変更する依頼がありました。そのアドレスに送られたリンクが開かれるまで、何も変わりません。`,
      stop: 'お心当たりがない場合は、Settings → Profile で変更を取り消し、新しいパスワードを設定してください。新しいパスワードを設定しても変更は取り消されます。',
    },
    emailChanged: {
      subject: 'ログイン用メールアドレスが変更されました',
      body: ({ email }) => `今後は、このアドレスの代わりに${email}でログインします。`,
    },
    takenOver: {
      subject: '別の人がアカウントを設定した可能性があります',
      body: '新しいパスワードを設定する前にメールアドレスが確認されていなかったため、別の人がこのアカウントを設定した可能性があります。すべてのセッションを終了し、2段階認証を無効にし、Webhookの署名シークレットを交換し、請求書の発行者情報を消去しました。次のものも元に戻しました。',
      people: '再び許可するまで利用を停止した人',
      invitations: '取り消した招待',
      apiKeys: '無効にしたAPIキー',
      endpoints: '削除したWebhookエンドポイント',
      payouts: '取り消した未送金の送金',
      series: '一時停止した定期請求',
      payoutSeries: '一時停止した定期送金',
      sweeps: '一時停止した自動引き出し',
      kept: '顧客、銀行口座、請求書、下書きはそのままです。請求や送金の前にご確認ください。',
    },
    secondFactorRemoved: {
      subject: '2段階認証が無効になりました',
      body: '今後は、パスワードの後にコードを入力する必要はありません。',
    },
    passkeyAdded: {
      subject: 'アカウントにパスキーが追加されました',
      body: ({ passkey }) => `「${passkey}」でアカウントにサインインできるようになりました。`,
    },
    passkeyRemoved: {
      subject: 'アカウントからパスキーが削除されました',
      body: ({ passkey }) => `「${passkey}」ではアカウントにサインインできなくなりました。`,
    },
    ownerChanged: {
      subject: 'アカウントの所有者が変わりました',
      body: ({ email }) => `${email}が所有者になりました。お客様は管理者になります。`,
    },
    keyCreated: {
      subject: '本番モードの新しいAPIキー',
      body: ({ key }) =>
        `本番モードのAPIキー${key}が作成されました。このキーを持つ人は、お客様のお金を動かせます。`,
    },
    bankAccountAdded: {
      subject: '送金先の新しい銀行口座',
      body: ({ bankAccount }) => `送金を受け取れる銀行口座が追加されました：${bankAccount}。`,
    },
    ownAccountChanged: {
      subject: '請求書に記載の銀行口座が変更されました',
      body: ({ person, bankAccount }) =>
        `${person}が、請求書でお支払い先として案内する銀行口座を変更しました：${bankAccount}。`,
    },
    bankAccountEntered: {
      subject: '顧客から新しい銀行口座が登録されました',
      body: ({ customer, bankAccount }) =>
        `${customer}が、お送りになったページで銀行口座を入力しました：${bankAccount}。`,
      check:
        'この口座に送金する前に、リンクを送ったのとは別の方法で、本人の口座であることを顧客にご確認ください。',
    },
    endpointAdded: {
      subject: '本番モードの新しいWebhookエンドポイント',
      body: ({ host, person }) =>
        `${person}が本番モードのWebhookエンドポイントを追加しました：${host}。顧客の情報を含む、アカウントのイベントを受け取ります。`,
    },
    endpointAddedByKey: {
      subject: '本番モードの新しいWebhookエンドポイント',
      body: ({ host, key }) =>
        `APIキー${key}を使って、本番モードのWebhookエンドポイントが追加されました：${host}。顧客の情報を含む、アカウントのイベントを受け取ります。`,
    },
    endpointMoved: {
      subject: '本番モードのWebhookエンドポイントのURLが変わりました',
      body: ({ host, person }) =>
        `${person}が本番モードのWebhookエンドポイントのURLを変更しました：${host}。顧客の情報を含む、アカウントのイベントを受け取ります。`,
    },
    endpointMovedByKey: {
      subject: '本番モードのWebhookエンドポイントのURLが変わりました',
      body: ({ host, key }) =>
        `APIキー${key}を使って、本番モードのWebhookエンドポイントのURLが変更されました：${host}。顧客の情報を含む、アカウントのイベントを受け取ります。`,
    },
    payoutApprovalSet: {
      subject: '送金の承認設定が変更されました',
      body: ({ person, amount }) =>
        `${person}が、${amount}以上の送金に2人目の承認が必要になるよう設定しました。`,
    },
    payoutApprovalOff: {
      subject: '送金の承認が無効になりました',
      body: ({ person }) => `${person}が、2人目による送金の承認を無効にしました。`,
    },
    approverInvited: {
      subject: '送金を承認できる人が招待されました',
      body: ({ person, email }) =>
        `${person}が、送金を承認できる役割に${email}を招待しました。参加した時点で、もう一度メールでお知らせします。`,
    },
    approverAdded: {
      subject: '送金の新しい承認者',
      body: ({ email, day }) => `${email}は、${day}から、ほかの人が依頼した送金を承認できます。`,
    },
    notYou:
      'お心当たりがない場合は、パスワードを変更し、ほかのセッションを終了し、見覚えのないAPIキーを無効にしてください。',
    action: 'アカウントを確認する',
  },
  payoutApproval: {
    wanted: {
      subject: ({ amount, customer }) => `送金の承認のお願い：${customer}へ${amount}`,
      heading: ({ amount }) => `${amount}の送金が承認を待っています`,
      body: ({ requester, amount, customer }) =>
        `${requester}が${customer}への${amount}の送金を依頼しています。承認されると送金されます。7日で期限が切れます。`,
      bodyOfDay: ({ requester, amount, customer, day }) =>
        `${requester}が${day}に${customer}への${amount}の送金を依頼しています。それまでに承認されればその日に、そうでなければ承認された時点で送金されます。`,
      action: '送金を確認する',
    },
    approved: {
      subject: ({ amount, customer }) => `送金が承認されました：${customer}へ${amount}`,
      body: ({ person, amount, customer }) => `${person}が${customer}への${amount}の送金を承認しました。`,
    },
    rejected: {
      subject: ({ amount, customer }) => `送金が却下されました：${customer}へ${amount}`,
      body: ({ person, amount, customer }) =>
        `${person}が${customer}への${amount}の送金を却下しました。送金は行われていません。`,
    },
    expired: {
      subject: ({ amount, customer }) => `送金の依頼の期限が切れました：${customer}へ${amount}`,
      body: ({ amount, customer }) =>
        `${customer}への${amount}の送金は、7日以内に承認も却下もされませんでした。送金は行われていません。`,
    },
    batch: {
      wanted: {
        subject: ({ amount, file }) => `一括送金の承認のお願い：${file}の${amount}`,
        heading: ({ amount }) => `合計${amount}の送金が承認を待っています`,
        body: ({ requester, amount, file }) =>
          `${requester}がファイル${file}で合計${amount}の送金を依頼しています。承認されるまで、何も送金されません。`,
        action: '一括送金を確認する',
      },
      approved: {
        subject: ({ amount, file }) => `一括送金が承認されました：${file}の${amount}`,
        body: ({ person, amount, file }) => `${person}が${file}の合計${amount}の送金を承認しました。`,
      },
      rejected: {
        subject: ({ amount, file }) => `一括送金が差し戻されました：${file}の${amount}`,
        body: ({ person, amount, file }) =>
          `${person}が${file}の合計${amount}の送金を差し戻しました。送金は行われていません。`,
      },
      file: 'ファイル',
      payouts: '送金',
    },
    reason: ({ reason }) => `理由：${reason}`,
    amount: '金額',
    customer: '顧客',
    bankAccount: '銀行口座',
    requestedBy: '依頼者',
    view: '依頼を見る',
  },
  portalLink: {
    subject: ({ vendor }) => `${vendor}からの請求書`,
    heading: ({ vendor }) => `${vendor}からの請求書を確認する`,
    body: '30分以内に開いてください。リンクは一度だけ使えます。',
    ignore: 'お心当たりがない場合は、このメールを無視してください。',
    action: '請求書を見る',
  },
  passwordReset: {
    subject: 'パスワードの再設定',
    heading: 'パスワードの再設定',
    body: '1時間以内に新しいパスワードを設定してください。リンクは一度だけ使えます。',
    action: '新しいパスワードを設定する',
    ignore: 'お心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
  },
  teamInvitation: {
    subject: ({ vendor }) => `${vendor}への招待`,
    heading: ({ vendor }) => `Counterfoilで${vendor}に参加する`,
    body: ({ email }) => `この招待は${email}宛てです。リンクは7日以内に一度だけ使えます。`,
    action: 'チームに参加する',
    ignore: '招待にお心当たりがない場合は、このメールを無視してください。',
  },
  invitation: {
    subject: 'Counterfoilへの招待',
    heading: 'アカウントを作成する',
    body: ({ email }) => `この招待は${email}宛てです。リンクは7日以内に一度だけ使えます。`,
    action: 'アカウントを作成する',
    ignore: '招待にお心当たりがない場合は、このメールを無視してください。',
  },
  emailConfirmation: {
    subject: 'メールアドレスの確認',
    heading: 'メールアドレスの確認',
    body: ({ email }) => `24時間以内に、${email}がご自身のアドレスであることを確認してください。`,
    action: 'メールアドレスを確認する',
    ignore: '登録にお心当たりがない場合は、このメールを無視してください。',
  },
  newEmailConfirmation: {
    subject: '新しいメールアドレスの確認',
    heading: '新しいメールアドレスの確認',
    body: ({ email }) => `今後${email}でログインすることを、24時間以内に確認してください。`,
    action: 'メールアドレスを確認する',
    ignore: 'お心当たりがない場合は、このメールを無視してください。何も変わりません。',
  },
}
