/** Something pasted, by the program it is from, and what it is stored as. */
export type ClipboardInput = { from: string; html: string; stored: string }

/** A paragraph of a list as Word for Windows writes it to the clipboard. */
const wordListItem = (list: string, level: number, marker: string, words: string, style = '') =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${36 * level}.0pt;text-indent:-18.0pt;mso-list:${list} level${level} lfo1${style}'>` +
  `<![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>\n`
/** The same of Word for Mac, whose condition is a comment. */
const wordMacListItem = (level: number, marker: string, words: string) =>
  `<p class="MsoListParagraph" style="margin-left:${36 * level}pt;mso-list:l3 level${level} lfo2"><!--[if !supportLists]--><span lang="EN-GB"><span style="mso-list:Ignore">${marker}<span style="font:7.0pt &quot;Times New Roman&quot;">&nbsp; </span></span></span><!--[endif]--><span lang="EN-GB">${words}<o:p></o:p></span></p>`
const officeHtml = (body: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!-- @font-face {font-family:Wingdings;} p.MsoNormal {margin:0cm;} @list l0:level1 {mso-level-text:"%1."} --></style></head><body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->${body}<!--EndFragment--></body></html>`
/** An item of a list as Google Docs writes it. */
const googleDocsItem = (level: number, words: string) =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;font-family:Arial,sans-serif;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;" role="presentation"><span style="font-size:11pt;font-family:Arial,sans-serif;font-weight:400;font-style:normal;text-decoration:none;">${words}</span></p></li>`
const googleDocsBody = (body: string) =>
  `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-2f1a">${body}</b><br class="Apple-interchange-newline">`
/** An item of Word for the web: a list of its own. */
const wordOnlineItem = (tag: 'ul' | 'ol', level: number, number: number, words: string) =>
  `<div class="ListContainerWrapper SCXW1 BCX0"><${tag} class="BulletListStyle1 SCXW1" role="list"${tag === 'ol' ? ` start="${number}"` : ''}><li data-leveltext="" data-font="Symbol" data-listid="${level}" data-aria-posinset="${number}" data-aria-level="${level}" role="listitem" class="OutlineElement Ltr"><p class="Paragraph SCXW1" style="margin:0px"><span class="TextRun SCXW1"><span class="NormalTextRun SCXW1">${words}</span></span><span class="EOP SCXW1">&nbsp;</span></p></li></${tag}></div>`

const risks = '<ul><li>Pain</li><li>Bleeding<ul><li>Bruising</li></ul></li><li>Swelling</li></ul>'
const steps = '<ol><li>Numb</li><li>Drill</li></ol>'
const nerve = '<p>Nerve damage: 1 in 100</p>'

export const clipboardInputs: readonly ClipboardInput[] = [
  {
    from: 'Word for Windows, bullets in bullets',
    html: officeHtml(
      wordListItem('l1', 1, '·', 'Pain') +
        wordListItem('l1', 1, '·', 'Bleeding') +
        wordListItem('l1', 2, 'o', 'Bruising') +
        wordListItem('l1', 1, '·', 'Swelling'),
    ),
    stored: risks,
  },
  {
    from: 'Word for Windows, numbers with letters and bullets below them',
    html: officeHtml(
      wordListItem('l0', 1, '1.', 'First') +
        wordListItem('l0', 2, 'a)', 'One') +
        wordListItem('l0', 3, '§', 'Deep') +
        wordListItem('l0', 2, 'b)', 'Two') +
        wordListItem('l0', 1, '2.', 'Second'),
    ),
    stored: '<ol><li>First<ol><li>One<ul><li>Deep</li></ul></li><li>Two</li></ol></li><li>Second</li></ol>',
  },
  {
    from: 'Word for Windows, a numbered list beside a bulleted one',
    html: officeHtml(
      wordListItem('l0', 1, '1.', 'Numb') +
        wordListItem('l0', 1, '2.', 'Drill') +
        wordListItem('l1', 1, '·', 'Pain'),
    ),
    stored: `${steps}<ul><li>Pain</li></ul>`,
  },
  {
    from: 'Word for Windows, a numbered list that goes on behind a paragraph',
    html: officeHtml(
      `${wordListItem('l0', 1, '1.', 'Numb')}<p class=MsoNormal>Wait for ten minutes.<o:p></o:p></p>${wordListItem('l0', 1, '2.', 'Drill')}`,
    ),
    stored: '<ol><li><p>Numb</p><p>Wait for ten minutes.</p></li><li>Drill</li></ol>',
  },
  {
    from: 'Word for Windows, a second paragraph of an item',
    html: officeHtml(
      `${wordListItem('l1', 1, '·', 'Pain')}<p class=MsoListParagraphCxSpLast>It passes.<o:p></o:p></p>${wordListItem('l1', 1, '·', 'Bleeding')}`,
    ),
    stored: '<ul><li><p>Pain</p><p>It passes.</p></li><li>Bleeding</li></ul>',
  },
  {
    from: 'Word for Windows, headings, emphasis, smart quotes and an empty line',
    html: officeHtml(
      `<h1 style='mso-outline-level:1'>Risks<o:p></o:p></h1><p class=MsoNormal>It’s <span style='font-weight:bold'>“rare”</span> – <i>really</i>…<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Ask <u>us</u>.</p>`,
    ),
    stored: '<h3>Risks</h3><p>It’s <strong>“rare”</strong> – <em>really</em>…</p><p>Ask <u>us</u>.</p>',
  },
  {
    from: 'Word for Windows, a table',
    html: officeHtml(
      `<table class=MsoTableGrid border=1><tr><td width=301 valign=top style='border:solid windowtext 1.0pt'><p class=MsoNormal>Nerve damage<o:p></o:p></p></td><td><p class=MsoNormal>1 in 100<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>Dry socket<o:p></o:p></p></td><td><p class=MsoNormal>3 in 100<o:p></o:p></p></td></tr></table>`,
    ),
    stored: `${nerve}<p>Dry socket: 3 in 100</p>`,
  },
  {
    from: 'Word for Windows, a table with cells over several rows and empty ones',
    html: officeHtml(
      `<table><tbody><tr><th>Risk</th><th>How often</th><th>How long</th></tr><tr><td rowspan=2>Numb lip</td><td>1 in 100</td><td>weeks</td></tr><tr><td>1 in 1,000</td><td>for good</td></tr><tr><td>Pain:</td><td><p>often</p><p>mild</p></td><td>&nbsp;</td></tr></tbody></table>`,
    ),
    stored:
      '<p>Risk: How often, How long</p><p>Numb lip: 1 in 100, weeks</p><p>Numb lip: 1 in 1,000, for good</p><p>Pain: often, mild</p>',
  },
  {
    from: 'Word for Windows, saved as filtered HTML',
    html: `<p class=MsoListParagraphCxSpFirst style='margin-left:36.0pt;text-indent:-18.0pt'><span style='font-family:Symbol'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span>Pain</p><p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;margin-left:36.0pt'><span>·<span>&nbsp;&nbsp;&nbsp; </span></span>Bleeding</p><p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt'><span>o<span>&nbsp;&nbsp; </span></span>Bruising</p><p class=MsoListParagraphCxSpLast style='margin-left:36.0pt;text-indent:-18.0pt'><span>·<span>&nbsp;&nbsp;&nbsp; </span></span>Swelling</p>`,
    stored: risks,
  },
  {
    from: 'Word for Mac, bullets in bullets',
    html: officeHtml(
      wordMacListItem(1, '·', 'Pain') +
        wordMacListItem(1, '·', 'Bleeding') +
        wordMacListItem(2, 'o', 'Bruising') +
        wordMacListItem(1, '·', 'Swelling'),
    ),
    stored: risks,
  },
  {
    from: 'Word for Mac, roman numbers',
    html: officeHtml(wordMacListItem(1, '(i)', 'Numb') + wordMacListItem(1, '(ii)', 'Drill')),
    stored: steps,
  },
  {
    from: 'Word for the web, bullets in bullets',
    html:
      wordOnlineItem('ul', 1, 1, 'Pain') +
      wordOnlineItem('ul', 1, 2, 'Bleeding') +
      wordOnlineItem('ul', 2, 1, 'Bruising') +
      wordOnlineItem('ul', 1, 3, 'Swelling'),
    stored: risks,
  },
  {
    from: 'Word for the web, numbers',
    html: wordOnlineItem('ol', 1, 1, 'Numb') + wordOnlineItem('ol', 1, 2, 'Drill'),
    stored: steps,
  },
  {
    from: 'Outlook for Windows, a list',
    html: officeHtml(
      `<div class=WordSection1>${wordListItem('l2', 1, '1.', 'Numb')}${wordListItem('l2', 1, '2.', 'Drill')}<p class=MsoNormal><o:p>&nbsp;</o:p></p></div>`,
    ),
    stored: steps,
  },
  {
    from: 'Outlook on the web',
    html: `<div class="elementToProof" style="font-family:Aptos,sans-serif;font-size:12pt;color:rgb(0,0,0)">You “may” feel:</div><ul data-editing-info='{"applyListStyleFromLevel":true}' style="margin-top:0"><li style="font-family:Aptos"><div role="presentation" class="elementToProof">Pain</div></li><li><div role="presentation" class="elementToProof">Bleeding</div><ul><li><div role="presentation">Bruising</div></li></ul></li><li><div class="elementToProof">Swelling</div></li></ul><div class="elementToProof"><br></div>`,
    stored: `<p>You “may” feel:</p>${risks}`,
  },
  {
    from: 'Google Docs, bullets in bullets',
    html: googleDocsBody(
      `<ul style="margin-top:0;margin-bottom:0;">${googleDocsItem(1, 'Pain')}${googleDocsItem(1, 'Bleeding')}<ul style="margin-top:0">${googleDocsItem(2, 'Bruising')}</ul>${googleDocsItem(1, 'Swelling')}</ul>`,
    ),
    stored: risks,
  },
  {
    from: 'Google Docs, words, a list and a table',
    html: googleDocsBody(
      `<h2 dir="ltr"><span style="font-weight:400">Before</span></h2><p dir="ltr" style="line-height:1.38"><span style="font-weight:700;font-style:normal">Don’t</span><span style="font-weight:400"> eat.</span></p><br /><ol>${googleDocsItem(1, 'Numb')}${googleDocsItem(1, 'Drill')}</ol><div dir="ltr" align="left"><table style="border:none"><colgroup><col width="300" /></colgroup><tbody><tr><td><p dir="ltr"><span>Nerve damage</span></p></td><td><p dir="ltr"><span>1 in 100</span></p></td></tr></tbody></table></div>`,
    ),
    stored: `<h3>Before</h3><p><strong>Don’t</strong> eat.</p>${steps}${nerve}`,
  },
  {
    from: 'LibreOffice Writer',
    html: `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 24.2"/><style type="text/css">@page { size: 21cm 29.7cm } p { line-height: 115% }</style></head><body lang="en-GB" dir="ltr"><ul>\n\t<li><p style="line-height: 100%">Pain</p></li>\n\t<li><p style="line-height: 100%">Bleeding</p>\n\t<ul>\n\t\t<li><p style="line-height: 100%">Bruising</p></li>\n\t</ul></li>\n\t<li><p style="line-height: 100%">Swelling</p></li>\n</ul>\n</body></html>`,
    stored: risks,
  },
  {
    from: 'LibreOffice Writer, a table',
    html: `<table width="643" cellpadding="4" cellspacing="0"><col width="313"/><tr valign="top"><td width="313" style="border: 1px solid #000000"><p align="left">Nerve damage</p></td><td><p align="left">1 in 100</p></td></tr></table>`,
    stored: nerve,
  },
  {
    from: 'Pages',
    html: `<html><head><style type="text/css">p.p1 {margin: 0.0px}</style></head><body><p class="p1"><span class="s1"><b>Risks</b></span></p><ul class="ul1"><li class="li1"><span class="s2"></span>Pain</li><li class="li1">Bleeding</li><ul class="ul1"><li class="li1">Bruising</li></ul><li class="li1">Swelling</li></ul></body></html>`,
    stored: `<p><strong>Risks</strong></p>${risks}`,
  },
  {
    from: 'a page, boxes and a link',
    html: `<div style="color:red"><div>One<img src="https://x.org/a.png"></div><div>Two <a href="https://www.nhs.uk/a" target="_blank" style="text-decoration: underline">more</a></div></div><script>alert(1)</script>`,
    stored: '<p>One</p><p>Two <a href="https://www.nhs.uk/a">more</a></p>',
  },
  {
    from: 'the sample of the field',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><body><!--StartFragment--><p class=MsoNormal><b>Risks</b><o:p></o:p></p><p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Pain<o:p></o:p></p><p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span></span><![endif]>Bleeding<o:p></o:p></p><table class=MsoTableGrid><tr><td><p class=MsoNormal>Nerve damage</p></td><td><p class=MsoNormal>1 in 100</p></td></tr></table><!--EndFragment--></body></html>`,
    stored: `<p><strong>Risks</strong></p><ol><li>Pain</li></ol><ul><li>Bleeding</li></ul>${nerve}`,
  },
]

/** Plain text as programs copy lists and tables, and what it is stored as; null where it stays plain. */
export const plainInputs: readonly { from: string; text: string; stored: string | null }[] = [
  { from: 'Word', text: '•\tPain\r\n•\tBleeding\r\n\t◦\tBruising\r\n•\tSwelling\r\n', stored: risks },
  {
    from: 'a mail',
    text: 'You may feel:\n- Pain\n- Bleeding\n',
    stored: '<p>You may feel:</p><ul><li>Pain</li><li>Bleeding</li></ul>',
  },
  { from: 'numbers', text: '1. Numb\n2. Drill', stored: steps },
  {
    from: 'a spreadsheet',
    text: 'Nerve damage\t1 in 100\nDry socket\t3 in 100',
    stored: `${nerve}<p>Dry socket: 3 in 100</p>`,
  },
  { from: 'words with “quotes”', text: 'It’s “rare”.\n\nAsk us.', stored: null },
  { from: 'a sentence that begins with a number', text: '3. May was a Sunday', stored: null },
]
