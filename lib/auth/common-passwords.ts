/**
 * Passwords that attackers try first, in lower case: of the list of the package @zxcvbn-ts/language-common
 * 4.1.3 (MIT), which orders them by how often they occur in leaks, the first 4000 with at least 6 characters
 * and all others with at least 10, which is our minimum.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
0.0.0.000 0.0.000 000000 0000000000d 0000000000o 000001 000007 000777fffa 007007 01011970 01011980
01011981 01011984 01011985 01011986 01011987 01011988 01011989 01011990 01011991 01012000 01012001
01012010 01012011 010203 0102030405 010203040506 01234567890 012345678910 0123654789 0123698745
014702580369 0147258369 0147852369 0147896325 0192837465 01telemike01 02071986 03082006 050605rostik
0987654321a 0cdh0v99ue 0o9i8u7y6t 100000 102030 1020304050 102030405060 102938 1029384756 1029384756q
10293847qp 10987654321 111111 11111111 1111111111zz 1111122222 11111aaaaa 11112222 1112131415 111222
111222333 111222333000 111222333444555 111222333a 112211 1122112211 112233 11223344 1122334455
112233445566 112358 11235813 1123581321 1133557799 1212312121 121314 12131415 1213141516 122333 1223334444
122333444455555 123098 123123 12312312 123123123a 123123123q 123123a 123123q 123123qweqwe 1232323q 123321
123321123 123321123321 123321456654 123321q 123321qweewq 1234321 12344321 1234509876 123454321 1234554321
1234554321a 1234554321q 123456 1234562000 12345654321 123456654321 1234567 12345672000 12345677654321
12345678 123456782000 1234567887654321 123456789 123456789* 123456789. 1234567890 12345678900 123456789000
12345678900987654321 12345678901 123456789012 1234567890987654321 1234567890a 1234567890d 1234567890l
1234567890m 1234567890o 1234567890p 1234567890q 1234567890qaz 1234567890qw 1234567890qwe 1234567890qwerty
1234567890s 1234567890w 1234567890z 1234567890zzz 1234567891 12345678910 123456789101 12345678912
123456789123 1234567892000 12345678987654321 1234567899 123456789987654321 123456789a 123456789aa
123456789aaa 123456789abc 123456789as 123456789asd 123456789b 123456789c 123456789d 123456789e 123456789f
123456789g 123456789i 123456789j 123456789k 123456789l 123456789m 123456789n 123456789o 123456789p
123456789q 123456789qaz 123456789qq 123456789qqq 123456789qw 123456789qwe 123456789qwer 123456789qwerty
123456789r 123456789s 123456789t 123456789v 123456789w 123456789x 123456789y 123456789z 123456789zx
123456789zxc 123456789zz 12345678q 12345678qwe 1234567a 1234567q 1234567qwertyu 123456a 123456aa 123456k
123456q 123456qwer 123456qwert 123456qwerty 123456r 123456s 123456z 123456zxcvbn 123457 12345a 12345abcde
12345asdfg 12345q 12345qazwsx 12345qwert 12345qwert7 12345qwerty 12345trewq 12345z 12345zxcvb 1234abcd
1234qwe 1234qwer 1234qwerasdf 1234qwerasdfzxcv 1234qwerty 123654 123654789 1236547890 123654789a 12369874
123698745 123789 123789456 123987 123abc 123asd 123ewqasdcxz 123hfjdk147 123qaz 123qwe 123qwe123
123qwe123qwe 123qwe456rty 123qweasd 123qweasdzx 123qweasdzxc 123qwerty 123qwerty123 123zxc 124578 128500
12andriy14 12qw34er56ty 12qwaszx 131313 132435 13243546 1324354657 132forever 134679 1346798520 135246
135790 1357908642 1357924680 1357997531 1366613 141627 142536 147258 147258369 1472583690 147258369a
147852 147852369 1478963 14789632 147896325 150781 15426378 159357 159753 159753159753 1597532486
159753456852 159951 162534 17171717aa 18436572 192837 192837465 1928374655 192837465q 193570356033
1958proman 1986irachka 1994200414 19952009sa 19960610ilja 19mtpgam19 1a2a3a4a5a 1a2a3a4a5a6a 1a2b3c
1a2b3c4d 1a2b3c4d5e 1a2s3d4f5g 1a2s3d4f5g6h 1pass1page 1passwor 1q2q3q4q5q 1q2w3e 1q2w3e4r 1q2w3e4r5t
1q2w3e4r5t6y 1q3e5t7u9o 1qa2ws3ed 1qa2ws3ed4rf 1qa2ws3ed4rf5tg 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv
1qazwsxedc 1qazxsw2 1qazxsw23edc 1qazxsw23edcvfr4 1qwerty 1qwertyuiop 1x2zkg8w 1z2x3c4v5b 200000
20162016up 21122112 2128506 2143658709 222333 223344 23176djivanfros 23wkoa0fp78dk 2468013579 246810
25802580 258456 2606642yra 26429vadim 2dumb2live 31217221027711 314159 31415926 3141592654 315475 321123
321456 321654 321654987 3216732167 32615948worms 332211 333666 362436 38gjgeuftd 3f3fpht7op 3rjs1la7qe
3syqo15hil 413276191q 41d8cd98f00b 420247 420842084208555 4294967296 42qwerty42 445566 456123 456321
456654 456852 4815162342 4815162342a 4815162342lf 4815162342lost 4815162342q 4904s677075 4runner 50cent
51051051051 51505150 541233432442 5432112345 5544332211 555666 555777 5858855abc 59382113kevinp 5hsu75kpot
5t4r3e2w1q 6215mila6215 666666 666777 666999 671fsa75yt 6751520 696969 70780070780 73501505 7410258963
741852 741852963 7418529630 742617000027 753159 753951 7753191 7777755102q 7777777 777888 778899 789123
789456 78945612 789456123 7894561230 789456123a 789456123q 7895123 789654 789987 7elephants 7jokx7b9du
7ugd5hip2j 80070633pc 80361665abc 80637852730 8096468644q 80972694711 80988218126 852456 8675309
87654321vv 87e5nclizry 88002000600 89015173454 89032073168 89057003343 89063032220m 89132664230
89172735872 89181502334 89211375759 89231243658s 89600506779 89614774181 89876065093rax 89semtsriuty
8j4ye3uz 8phrowz622 8phrowz624 906090 9085084232 9085603566 911911 9293709b13 9379992 951753 963852
963852741 9638527410 9731553197 987456 9874563210 987654321a 987654321g 987654321z 989244342a 9988776655
999111999q 99strenght 9z5ve9rrcz a12345 a123456 a1234567 a123456789 a1234567890 a1a2a3a4a5 a1b2c3 a1b2c3d4
a1b2c3d4e5 a1s2d3 a1s2d3f4 a1s2d3f4g5 a1s2d3f4g5h6 a3eilm2s2y a789456123 a987654321 aa123456789 aaa111
aaliyah aardvark abc123 abc12345 abc123456789 abcd1234 abcd123456 abcde12345 abercrombie aberdeen abgrtyu
abigail abracadabra abraham abrakadabra absolut absolutely access access14 accord account accountbloc
accounting achilles action activation active ad12345678 adgjmptw adidas admin18533362 administrator
admiral adonis adrenaline adrian adriana aezakmi aezakmi123 afghanistan africa afrika2002 agent007 aggies
aikido airborne airbus airforce airplane ajcuivd289 ajnjuhfabz aksjdlasdakj89879 alabama alabama123 alaska
albatros albert alberto albina albion alejandr alejandro1 aleksander aleksandr aleksandra aleksey
alessandra alessandro alexande alexander alexander1 alexandr alexandra alexandra1 alexandria alexis
alexsander alfred alibaba alicia aliens alinaalina alisaalisa alison alkanaft123 allahuakbar alliance
allison allmine allsop alpha1 alpha135792468 alphabravo alphaomega alpine alternativa alternative alucard
always alyssa am4h39d8nh amadeus amadeusptfcor amanda amanda1 amateur amazon ambassador amber1 amelia
america america1 american amsterda amsterdam amsterdam1 an83546921an13 anaconda anakin analsex anarchy
anastasia anastasija anastasiya anderlecht anders anderson andrea andreas andrei andres andrew andrew1
andrewjackie andrey andrey1992 anfield angel1 angela angelangel angelica angelina angelo angelochek
angelofwar angels anhyeuem animal animal2000 animals annette answer antananarivu anthony anthony1
antichrist antonio anubis anything anytimetoday apache apocalypse apokalipsis apollo apollo13 apple1
apple123 applejuice applepie apples applesauce aquarius aragorn archer archie area51 arizona armageddon
armani arnold arsenal arsenal1 arsenal123 artemartem artemis arthur artist asd123 asd123asd123 asdasd
asdf123 asdf1234 asdfasdf asdfg12345 asdfgh asdfgh123456 asdfghj asdfghjk asdfghjkl asdfghjkl1
asdfghjkl123 asdfjkl asdzxc ashley ashley1 ashton aspire aspirine assass assassin assfuck asshole asshole1
asshole123 assholes assman astalavista asterix astonmartin astonvilla astra334566 astrid astros athena
atlanta atlantic atlantis atomic attack attitude auburn auckland2010 audia4 audrey august aurora aussie
austin australi australia australia1 autumn avalanch avalon avatar avenger avrillavigne awdrgyjilp awesome
awesome123 awo8rx3wa8t azamat azerbaijan azerbaycan azerty azertyuiop azsxdc azsxdcfv azsxdcfvgb
azwebitalia babemagnet babies babyblue babyboy babydoll babygirl babylon babylon5 backdoor backup badass
badboy baddog badger badiman28200 badnaamhere baggins bailey baller balloon bambam banana bananas bandit
bangbang bangkok bangladesh banker banshee barbara barbarossa barber barbie barcelon barcelona barefoot
barkley barney barrett barsik baseball baseball10 baseball11 baseball12 baseball21 basket basketba
basketball basketball1 bassman bassmaster bastard batman batman1 battle battlefield battlestar baxter
bayern beaches beagle beaner beanie bearbear beastie beatles beatrice beautiful beautiful1 beauty beaver
beavis beckham beefcake beerbeer beetle believe belinda belladonna bender benjamin bennett benson bentley
beretta berezuckiy berlin berlin1945 bernadette bernard bernie bertha bertie bestfriend bethany better
beverly bhrh0h2oof6xbqjeh bianca biblioteka bicycle bigass bigballs bigbear bigbird bigboobs bigboy
bigbrother bigcock bigdaddy bigdick bigdog bigfoot bigger biggie biggles bigguy bigmac bigman bigmoney
bigone bigred bigsexy bigtime bigtits bikini billie billy1 billybob billyboy bimmer birdie birdman
birmingham birthday birthday10 birthday100 birthday133 birthday21 birthday26 birthday27 birthday28
birthday299 birthday36 birthday54 biscuit bishop bitch1 bitches biteme bizkit blabla black1 blackadder
blackberry blackcat blackdog blackdragon blackhaw blackhawks blackheart blackhorse blackie blackjac
blacklabel blackman blackmetal blacks blacksheep blacksonblon blackwhite blacky bladerunner blades
blahblah blaster blazer blessed blessing blingbling blink182 blitzkrieg blizzard blonde blondes blondie
bloody blossom blowjob blowme bltynbabrfwbz blue123 blue22 bluebird blueblue blueboy bluedevils bluedog
bluedragon blueeyes bluemoon bluesky bmvm3e46gtr bob123 bobafett bobbie bobbob bobby1 bobcat boeing bogart
bogdan bohica bollocks bollox bomber bond007 bondage bondarenko bonehead bonita bonjour bonkers bonnie
bonsai boobies booboo booger boogie boomboom boomer bootie boredboi4u bossman boston bot_schokk bottle
bottom bounce bowler bowling bowser boxing boy1cool23 boy4u2ownnyc bpgjldsgjldthnf br0d3r bradford bradley
brandi brando brandon brandon1 brandy brasil braveheart braves brazil breakdance breast breeze brenda
brendan brian1 briana brianna bridge bridget brighton bristol britney brittany broadway broken bronco
broncos brooke brooklyn brooks brother brothers brownie browns brucelee brucewayne bruins brutus bryant
bubba1 bubbas bubble bubbles buckeye buckeyes buckshot buddha buddy1 budlight budman budweise buffalo
buffett bugger builder bujhmbujhm bulldog bulldogs bullet bullnuts2003 bullseye bullshit bullwinkle
bunghole burger burton bushmaster business businessbabe busted buster buster1 butler butter butterbean
butterfl butterfly butterfly1 butthead butthole buttman button buttons bvncnbnvvbn byajhvfnbrf byteme
c43dae874d c43qpul5rz c7e4f8ezqh cabbage cactus cadillac caesar caitlin calculator calico caliente
californ california california1 caligula callaway callie callofduty calvin camaro cambiami camelot camels
camera cameron camilla camille campbell canada canadian cancel cancer cancun candle candyeater candyfinger
candyman cannon cannondale cantona capital capone captain caramel cardinal carlos carlton carmen carole
carolina caroline carolyn carpet carrera carrie carrot carson carter cartman cartoon casablanca caserta
casey1 casino casper cassidy cassie castle cat123 catalina catch22 catdog caterpillar catfish catherin
catherine catman cavalier caveman cbr600 ccbill cdtnkfyf cecilia cedric cegthgegth cegthgfhjkm celeron
celeste celica celine celtic celtic1888 celtics center central cessna cfitymrf cfkfvfylhf cghfdjxybr
cgtwbfkbcn chainsaw challenger champion champs chance chandler chanel change changeme charger chargers
charles charles1 charleston charley charli charlie charlie1 charlie111 charlie123 charlott charlotte
charlotte1 charlton charly charmed chaser cheburashka cheerleader cheerleaers cheers cheese cheese1
cheeseburger cheesecake cheetah chelsea chelsea1 chemical cherokee cherry cheryl chessmaster chester
chester1 chester123 chesterfield chevelle chevrole chevy1 chewie cheyenne chicago chicago1 chichi chicken
chicken1 chicken123 chickens chickenwing101 chicks chiefs children chinchilla chipper chivas chocolat
chocolate chocolate1 chopper chris1 chrisbln chrisbrown chrissy christ christia christiaan christian
christian1 christie christin christina christine christop christophe christopher christopher1 christy
chronic chrono chubby chuckles chucky chupakabra church cigars cincinnati cinder cinderella cinnamon
civilization cjdthitycndj cjkysirj cjkywt claire clancy clapton clarence classic claude claudia clayton
clemson clevelan clifford clinton clipper clitoris cloud9 clover clubpenguin cnfc35762209 cnfnbcnbrf
cnjvfnjkju cobra1 cocacola cockgobbler cocksucker coconut coffee cohiba coleman collection colleen college
collins colombia colorado colors colt45 coltrane columbia columbus combat123654 comicbookdb comicbooks
comics command commando commercial compaq compatible computador computadora compute computer computer12
concrete condom condor confidence configuratio connect connection conner connie connor conrad constantin
constantine construction consumer contact content contortionist contrasena control controller cookie
cookies cooldude cooler coolguy coolio coolman cooper coorslight cooter copenhagen copper cornell corona
corperfmonsy corporation corrado corvette cosmopolitan cosmos cosworth cotton cougar counterstrike country
courtney cowboy cowboys cowboys1 coyote cracker crawford crazy1 crazybab crazyhorse creampie creamy
creative credit crepusculo cricket crimson cristina cristopher critter cruise cruiser crunch crusader
crysis crystal ctdfcnjgjkm cthulhu cthutq cubbies cuddles cumming cumshot cuntfinger cupcake curious
curtis custom cutlass cutter cvzefh1gkc cxfcnkbdfz cxfcnmt cxfcnmttcnm cyberonline cyclone cyclops
cyecvevhbr cyjdsvujljv cynthia cypress cytuehjxrf daddy1 daddysgirl daewoo dagger daisy1 dakota dalejr
dallas dallas1 dalton damage damian damien dammit damnit dancer danger daniel daniel1 daniela danielle
daniil danila dannyboy danzig daphne darkknight darkness darkside darkstar darling darren darthvader
darwin dashadasha david1 davids davidson dawson daytona dbrnjhbz dbrnjhjdbx dbrnjhjdyf dctvcjcfnm
dctvghbdtn deacon deadhead deadman deanna death1 debbie deborah december deedee deejay deeppurple
deepthroat deerhunter deeznuts defender defiant deftones delete delta1 deltaforce demolition demons denali
denise deniska dennis denver department depeche depechemode derrick description desert design designer
desire deskjet desperados destiny destruction detroit deutschland devastator devildog devildriver
devilmaycry devilmaycry4 devils dexter dfkthbz dfkthf dfktynbyf dfktynbyrf dfvgbh dharma dhjnvytyjub
diablo diamond diamond1 diamonds dickhead dictionary diehard diesel dietcoke difference digger digital
digitalprodu dilbert dilligaf dillon dinamo dingdong dinosaur direct director discover disney disneyland
divine djljghjdjl dkflbckfd dkflbdjcnjr dkflbvbh dkflbvbhjdbx dkflbvbhjdyf dmiller12as doberman doctor
dodge1 dodger dodgeram dodgers dodgeviper doggie doggystyle dogman dogphil3650 dollar dollars dolphin
dolphins domainlock2005 domination dominic domino domodedovo donald donaldduck donkey donkeykong donnie
donuts doobie doodle doogie dookie dorian dorothy double doughboy douglas downtown dracula dragon dragon1
dragonball dragonballz dragonfire dragonforce dragons dragoon dreamer dreamonline dreams driver drizzt
droopy drowssap drpepper drumandbass drummer dthjybrf dtynbkznjh dublin ducati duchess dudley dumbass
duncan dunnowho89 duranduran durango duster dustin e6pz84qfcj eagle1 eagles eastside eatpussy eatshit
eclipse eduard edward edwardcullen edwards eeyore efbcapa201 eghfdktybt eileen einstein ejaculation
ekaterina ekaterina20 elaine electric electronic electronics element elephant eleven elijah elizabet
elizabeth elizabeth1 elliot elliott elsalvador elvira elvis1 elwood emerald emerson emily1 eminem emmanuel
emmitt empire energy engage engine engineer engineering england english enigma enter1 enterpri enterprise
entertainment ericsson ernest erotic erotica escaflowne escape escort esther eternity eugene europa europe
evanescence evangelion evelyn everest everton everything excalibu excellence exigen exigent exodus
experience experienced explorer express extreme eybdthcbntn fabian fabric facial faggot falcon falcons
fallen fallenangel fallout falloutboy family fantasy farmer farside fartripper fashion faster fatass
fatboy fatcat father fatima fatima753357 fatman fcbarcelona fcnfkfdbcnf fdnjhbpfwbz feather february
federico felicia felicidade fender fenerbahce fernand fernando ferrari ferrari1 ferret fetish fghtkm
fgjkbyfhbz fgjrfkbgcbc ficken fiesta figaro fighter fighting54 filter finalfantasy findaupair007 finger
fingers finish fiorentina fireball firebird firefighter firefly firefox fireman firestarter firstone123
fisher fishes fishfinger fishing fitness fitzgerald fkg7h4f3v6 fkmnthyfnbdf fktrcfylh fktrcfylh1
fktrcfylhf fktrcfylhjd fktrcfylhjdbx fktrcfylhjdf fktrcfylhjdyf fktrcfylth fktrctq flames flamingo flash1
flatron fletch fletcher flight flintstone flipper floppy florence florian florida florida1 flounder flower
flowers fluffy flvbybcnhfnjh flyboy flyers flying foobar football football1 football10 football12
football123 fordf150 forest forever foreveryoung forfun forget forgetmenot forgot formatters formula
formula1 forrest fortuna fortune fossil foster foundation fowler foxtrot france frances francesc francis
franco francois frank1 frankie franklin franky frankzappa freaks freaky freckles freddie freddy frederic
frederiksberg fredfred freedom freedom1 freelancer freeman freepass freeporn freeuser french freyfvfnfnf
friday friend friends friendship friendster fright frisco frogger froggy froinlaven fromvermine front242
frontier frosty frozen frozenfish fuck_inside fucked fucker fuckers fuckface fuckfuck fuckher fuckin
fucking fuckinside fuckit fuckme fuckmehard fuckmylife fuckoff fuckoff666 fuckthemall fucktheworld
fuckthis fuckthroat fucku2 fuckyou fuckyou1 fuckyou123 fuckyou2 fuckyoubitch fuckyouguys fufnfrhbcnb
fugazi function funtime fusion future fyfcnfcbz fyfcnfcbz1 fyfnjkmtdbx fyfnjkmtdyf fylhtq fynfyfyfhbde
gabrie gabriel galatasara galatasaray galaxy galina galore gambit gamemaster gandalf gandalf1 gangbang
gangbanged gangsta gangster garage garbage garcia garden garfield gargoyle garrett gatekeeper gateway
gateway1 gators gblfhfcbyf gbpltw gearsofwar gegcbr geheim gemini general generation genesis genius george
george1 georgetown georgia gerald gerard gerasimova german germany geronimo getmoney getsome gettysburg
gfhfcjkmrf gfhfktkjuhfv gfhfvgfvgfv gfhjkm gfhjkm123 gfhjkmgfhjkm ghbdtn ghbdtnbr ghbdtndctv ghbdtnghbdtn
ghbdtngjrf ghbdtnrfrltkf ghetto ghhh47hj764 ghhh47hj7649 ghjatccbjyfk ghjcnbnenrf ghjcnbvtyz ghjcnj
ghjcnjabkz ghjcnjgbpltw ghjcnjgfhjkm ghjcnjghjcnj ghjcnjnfr ghjcnjnfr1 ghjcnjqgfhjkm ghjcnjrdfibyj
ghjcnjrdfif ghjgfufylf ghjnbdjcnjzybt ghjnbdjufp ghjrehfnehf ghjrjgtyrj ghjuhfvbcn ghjuhfvvbcn ghostrecon
ghostrider ghtdtlvtldtl giants gibson gilbert gilbert2707 gillian ginger ginger1 giorgi giovanni
girlfriend giuseppe gizmo1 gizmodo gjdtkbntkm gjhjlfcjqrb gjikbdctyf gjkbyf gjkysqgbpltw gjyjvfhtdf
gjytltkmybr gladiator global gloria gmoney gn56gn56 goalie goblin goblue goddess godfather godisgreat
godsmack godzilla godzils4s7 gofish goforit goldberg golden goldfinger goldfish goldie goldstar golfball
golfer golfgolf golfing goliath gollum goober good123654 goodbye goodfellas goodluck goodman goodmorning
goodtime google gopher gordolee85 gordon gordon24 gorilla gotcha gothic gotohell govols gracie graham
grandma grandmaster grandorgue granny grapes grasshopper grateful great1 greatone greece greedisgood
green1 greenbay greenday greene greengreen greenhouse greenlantern greens gregory gremlin grendel gretchen
gretzky griffey griffin grimreaper gringo grizzly groovy groucho groupd2013 grover grumpy gthtcnhjqrf
gthtrfnbgjkt gthtrhtcnjr gtnhjpfdjlcr guardian guiness guinness guitar guitarhero gundam gundamwing gunnar
gunner gunners gunslinger gustav gxlmxbewym gy3yt2rgls h72sfibbnl hacker hailey hal9000 halflife
hallelujah hambone hamburg hamilton hamlet hammer hammerhead hammers hammertime hamster handsome hannah
hannibal hansen hansolo happy1 happy123 happyday happyhappy hardcore harder hardon hardrock hardwareid
harley harley1 harmony harold harper harris harrison harry1 harrypotter harvey hastings havefun hawaii
hawkeye hayden hayley hd764nw5d7e1vb1 hd764nw5d7e1vbv headhunter hearts heather heather1 heaven heavymetal
hector hedgehog hedimaptfcor helena helicopter hellfire hello1 hello123 hellohello hellokitty helloo
hellothere helloworld hellraiser hellyeah helpme hendrix hentai herbert herbie hercules herman hermes
hershey hesoyam hesoyam123 hidden highland highlander hijodeputa hilton hiphop history hithere hitler
hitman hjvfirf hobbes hobbit hockey hockey1 hocuspocus holden holiday holland hollister1 holly1 hollywoo
hollywood hollywood1 holmes holyshit homer1 homers homerun honda1 hondacivic hondas2000 hongkong hooker
hoosier hooter hooters hoover hopper horizon horndog hornet horney horny1 horsepower horses hotboy hotdog
hotpussy hotred hotrod hotsex hotshot hotstuff hottie housemusic houses housewifes houston howard
hshfd4n279 htubcnhfwbz hudson hummer hungry hunter hunter1 hunting hurrican hurricanes husker huskers
huskies hustler hyperion hypnodanny iaapptfcor iamawesome iampurehaha2 ibanez icecream iceman iddqdiddqd
iddqdidkfa idontknow idontknow1 iforgot iguana ihateyou ilikepussy illini illuminati iloveboobies
ilovegirls ilovejesus ilovemusic ilovemyfamily ilovemylife ilovemyself ilovepussy ilovesex iloveu iloveyo
iloveyou iloveyou11 iloveyou12 iloveyou123 iloveyou143 iloveyou22 imagination imagine imjakie123 immortal
impala imperial impossible incredible incubus independent indian indiana indians indigo infalicall
infantry inferno infiniti infinity information ingodwetrust ingrid insane insert insertions inside
installdevic installsqlst installutil integra intelinside intelligence interacial intercourse intermilan
international internet intrepid intruder ipo54tj45uy856 ireland irish1 ironmaiden ironman isabel isabella
isabelle isaiah iseedeadpeople island israel italia italian itsasecret ivanivanov ivanov ivanova iverson
iwantu j3qq4h7h2v jabroni jackal jackass jackdaniels jackhammer jackie jackoff jackson jackson1 jacob1
jacqueline jaguar jamaica james1 jamesbon jamesbond jamesbond007 jamesjames jammer janice janine january
japanese jarhead jasmin jasmine jasmine1 jasmine123 jason1 jasper javier jayhawk jazzman jeanette jeanne
jediknight jedimaster jeffrey jennie jennifer jenny1 jensen jeremiah jeremy jericho jerkoff jerome jersey
jessejames jessic jessica jessica1 jessie jester jesus1 jesuschris jesuschrist jesusfreak jesusislord
jesussaves jetbalance jethro jewels jigei743ks jillian jimandanne jimbob jimmy1 jlbyjxtcndj joanna joanne
joejoe johanna johannes john316 johnjohn johnny johnson jokerjoker jokers jonathan jordan jordan1 jordan23
joseph josephphone7 joshua joshua1 journey jrcfyf juancarlos judith juggalo juggernaut julian juliet
julius jumper junebug jungle junior jupiter justdoit justforfun justice justin justin1 justinbiebe
justinbieber justine justme juventus jxfhjdfirf k123456789 kahuna kaiser kaktus kalifornia kaliningrad
kamehameha kamelia2011 kamikaze kangaroo kanmax1994 kansas karate karina karolina kasper katana katerina
kathleen kathryn katie1 katrin katrina katyakatya kawasaki kazakhstan kbnthfnehf kcj9wx5n kd189nlcih
keeper kelley kelly1 kelsey kendall kennedy kenneth kenshin kensington kentucky kenwood kenworth kermit
kevin1 keyboard keystone keywest kickass kicker killbill killer killer1 killme kimber kimberly kingdom
kingfish kingfisher kingkong kingpin kingston kipper kirill kirsten kisses kissme kitkat kitten kitty1
kittycat kittykitty kl?benhavn klapaucius klaster klingon klubnichka knickerless knickers knicks knight
knights knopka knucklehead kobebryant kodiak kolobok konovalova konstantin koshka kosmos kostya kotenok
kozanostra kramer krasavchik kravchenko krishna krista kristen kristi kristin kristina kristine kristopher
kristy kryptonite ktjynsq40147 ktyjxrf kudos4ever kungfu kurtcobain kwiatuszek labrador labtec lacrosse
ladies ladybug ladyffesta laguna lakers lamborghini lamborgini lamont lancelot lancer lansing laptop
larisa lasvegas latino laurel lauren laurie lawrence lawyer leader leanne leather leavemealone ledzep
ledzeppelin left4dead2 legacy legend legion legolas lemons lennon leonard leonardo leonid leopard lesbian
lesbians leslie lespaul lestat lester letmein letmein1 letmein123 letmein2 letmeinnow letsgo lexmark
lfplhfgthvf lhbjkjubz2957704 liberty library licker lickit lickme lifehack lifeisgood lifetime lighthouse
lightnin lights lightsaber lillian limpbizkit lincoln lindsay lindsey lineage123 lineage2 linkinpark
lionking liquid lisalisa lissalissa little littlebear littlebitch littlefuck littlegirl littleminge
littleslut littlewhore liverpoo liverpool liverpool1 liverpoolfc livestrong lizard lizzie lkjhgfdsazx
lobster lockerroom logitech lokomotiv lol123 lolipop lolita lollipop lollol lololyo123 london lonely
lonestar lonewolf longhorn looker looking looser loploprock lorenzo lorraine losangeles losers
lost4815162342 lothlorien lotrfotr34 louise loulou love123 love69 love777321777 loveforever loveislife
loveit lovelove lovely loveme loverboy lovers loveyou lovezp1314 loving lowrider lp2568cskt lsia9dnb9y
luansantana lucifer lucifer666 lucky1 lucky13 lucky7 luckycharm luckydog ludwig lumberjack luojianhua
luther lvbnhbq lytdybrbdfvgbhf lytghjgtnhjdcr lzhan16889 m123456789 m6cjy69u35 ma123123123 macdaddy
machine macross madagascar madagaskar madden maddie maddog madeline madison madison1 madman madmax madness
madonna madrid maestro maggie magic1 magical123 magick magicman magnolia magnum magnus magpie maiden
mailcreated5240 mailman maintenance maisuradze majestic makaveli maksim malaka malcolm malibu malina
mallard mamapapa management manager manchest manchester manchester1 mandarinka mandingo mandragora
mangust6403 maniac manson manuel manutd mapet123456 mapleleafs maprchem56458 maradona marathon marcel
marcos marcus marcuseckos margaret margarita margherita mariah mariamaria marian marianne marilyn marina
marinamarina marine mariners marines marino marino13 marinochka marion marisa marissa marius market
markhegarty markus marlboro marlene marley marlin marshall martha martin martin1 martina martinez martini
marvel marvin maryjane maryland mashamasha massimiliano massimo massive master master1 masterbaiting
masterbate masterbating mastercard masterchief mastermind masters masturbate masturbation matador
matchbox20 matematica matematika mathematics mathew matilda matrix matthew matthew1 mattie mattylad10
mature maureen maurice maurolarastefy maverick maxell maxima maximilian maximum maximus maxine maxmax
maxmotives maxwell mayday mayhem maynard meatball meathead meatloaf mechanic mechanical meditation
megadeth megaman megapass meghan melanie melinda melissa melissa1 mellon melody melvin member memorex
memory memphis mercedes mercury meredith meridian merlin mersedes metallic metallica metallica1 method
metropolis mevefalkcakk mexico michael michael1 michael123 michaela michaeljackson micheal michel michele
michell michelle michigan mickey mickeymouse microlab micron microphone microsof microsoft midget midnight
mighty miguel mikemike milana milano milena milfhunter military millennium miller millerlite millertime
millie million millionaire milton minecraft minecraft123 minhasenha minicooper minime minnesota_hp minnie
miracle mirage miranda miriam mirror misfit misiaczek1 mission mississippi mister mistress mitchell
mitsubishi mittens mobile models mollie molly1 moloko molson momoney momsanaladventure monaco monalisa
monday mondeo money1 moneymaker moneyman moneymoney moneys mongoose monica monika monique monitor monkey
monkey1 monkeybutt monkeys monopoly monroe monster monster123 montana montecarlo montenegro montgom240
montgomery montreal moocow mookie moomoo moose1 morgan morganstanley morpheus morris morrison mortalkombat
moscow mostwanted motdepasse mother motherfuck motherfucker motherlode motorcycle motorola mountain mouse1
mousemouse movies mozart msoracle32re msorcloledbr muffin mulder multimedia multiplelo multiplelog
munchkin muppet murcielago murder murphy murray muscle mushroom music1 musica musiclover musicman mustang
mustang1 mustangs mybaby myjdxtcxks mylife mylove mypass mypassword myself mystery mystic nadine napass
napoleon naruto nascar nastya nastya1995 nastya1996 nastya1997 nastya2010 nastyanastya natali natalia
natalie natasha natasha123 nathalie nathan national natural nature naughty naughtyboy navigation ncc1701
ncc1701a ncc1701d ncc1701e nccpl25282 ne1469 ne_e_pod_chehyl nebraska necromancer necronomicon need4speed
needforspeed nellie nelson nemesis nemvxyheqdd5oqxyxyzi neptune nesterenko network networkingpe nevada
neveragain nevergiveup neverwinter newbie newcastl newlife newman neworleans newpass newpassword newport
newproject2004 newton newyork newyork1 newzealand nfnmzyf nguyen nhbujyjvtnhbz nhecsyfujkjdt
nhfdvfnjkju123 nhfrnjhbcn nhfycajhvths nicholas nick1234-rem936 nicola nicolas nicole nicole1 nigger
nightcrawler nightmare1 nightshade nikita nikita1998 nikita2000 nikola nikolaevna nimrod niners nintendo
nintendo64 nipper nipple nipples nirvana nissan nissan350z nitram nobody nofear nokia6230i nokiadermo
nolimit nondriversig noodle noodles nookie noonehackme nopass nopassword norman norton nostradamus nothing
nottingham november novosibirsk nthvbyfnjh nthvbyfnjh2 ntktdbpjh1994 nuaddn9561 nudist nugget number
number1 nuttertools nwo4life nyjets nylons nymets oakland oakley obiwan oblivion oc247ngucz october odessa
office ohyeah oicu812 oilers oklahoma oksana olcrackmaster oldman oldsmobile olegnaruto oliver olivia
olivier omega1 omgkremidia onelove onetwothree online onlyme ontheoutside ontherocks opensesame openup
operator oracle orange orange1 oranges oregon orgasm original orioles orlando orochimaru oscar1 osiris
ou8122 outkast outlaw overlord oxford p0015123 p0o9i8u7y6 pa55w0rd pa55word pacific packard packer packers
packers1 pacman padres painkiller paintbal paintball paintball1 painter pakistan palace paladin palmer
pamela panama panasoni panasonic pancho pandemonium pandora pantera panther panther1 panthers panties
pantyhos panzer paradise paradox paraklast1974 parker parliament parol12345 parola parolparol parrot
pascal pass123 pass1234 passat passion passmaster passme passpass passport passtrader passw0rd passwor
passwor1 password password00 password01 password1 password10 password11 password12 password123
password1234 password13 password21 password22 password23 password69 password88 password99 passwordassword
passwordpassword passwords passwordstandard passwort patches pathfinder patricia patrick patrick1 patriot
patriots patton pauline pavilion payton peacemaker peaches peanut peanutbutter peanuts pearljam pebbles
peekaboo peewee pegasus pencil penelope penetrating penetration penguin penguins penthous pentium people
pepper pepper1 peppermint pepsi1 percussion perfect perfection performance performing personal pervert
peter1 peternorth peterpan peters peterson peugeot peugeot406 peyton pfhfnecnhf pfqwtd27121988 phantom
phezc419hv philadelphia philip philippe philippines philips phillies phillip phillips philly philosophy
phoebe phoenix phoenix1 photos picard picasso piccolo pickle pickles picture pierre piglet pikachu pillow
pimpin pineappl pineapple1 pingpong pinkfloy pioneer pippen pirate pirates pisces pistol pitbull
pittsburgh planet plastic platinum playboy player playground playstatio playstation playstation2
playstation3 playtime please pleasure plhfdcndeq plumber plymouth poetry pointblank pointbreak poison
pokemon pokemon1 pokemon123 polaris police polina polniypizdec0211 polniypizdec1102 polniypizdec110211
polopolo09 polska pompey poncho pontiac poodle poohbear pookie poontang pooper poopie poopoo pooppoop
pooter popcorn popeye porkchop pornografia pornographic pornography pornos pornstar porsche porsche9
porsche911 porter portishead portland portsmouth portugal poseidon positive possum postal postov1000
potato potter powder powell power1 powerpower powers precious predator prelude premier premiumcash
presario presidente presto preston pretty prettygirl primetime21 primus prince princes princess printer
prisonbreak prissy private privet prodigy production professional profit programmer progressive prometheus
prosperity protection psychnaut1 psycho ptybnxtvgbjy pudding puertorico pufunga7782 pumpkin punisher
punkin punkrock punksnotdead puppies pupsik purple pussie pussies pussy1 pussy69 pussybitch pussycat
pussyeater pussylicker pussylover pussypussy pussys putter pyfrjvcndj pyramid python q12345 q123456
q123456789 q1234567890 q1q2q3q4q5 q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q1w2e3r4t5y6u7 q1w2e3r4t5y6u7i8
q1w2e3r4t5y6u7i8o9p0 qawsed qawsedrf qawsedrftg qawsedrftgyh qaz123 qaz123wsx456 qaz26101778 qazqaz qazwsx
qazwsx12 qazwsx123 qazwsx1234 qazwsx12345 qazwsx123456 qazwsxed qazwsxedc qazwsxedc1 qazwsxedc12
qazwsxedc123 qazwsxedcrfv qazwsxedcrfvtgb qazwsxqazwsx qazxsw qazxswedc qazxswedc123 qazxswedcvfr
qpwoeiruty qq123456789 qqq111 quality quant4307s quantum quartz quattro queenas8151 queens quicksilver
quiksilver quincy qwaszx qwaszxerdfcv qwe123 qwe1234567 qwe123qwe123 qweasd qweasdzxc qweasdzxc1
qweasdzxc12 qweasdzxc123 qweqwe qwer123 qwer1234 qwerasdf qwerasdfzxcv qwert1 qwert123 qwert12345
qwert54321 qwertasdfg qwertasdfgzxcvb qwertgfdsa qwerttrewq qwerty qwerty1 qwerty12 qwerty123 qwerty1234
qwerty12345 qwerty123456 qwerty123456789 qwerty2010 qwertyasdfgh qwertyu qwertyu123 qwertyui qwertyuio
qwertyuiop qwertyuiop1 qwertyuiop10 qwertyuiop12 qwertyuiop123 qwertyuiop12345 qwertyytrewq r2d2c3po
r3vi3wpass rabbit racecar racerx rachael rachel racing rafael ragnarok raider raiders raiders1 railroad
rainbow rainforest raistlin rambler rammstein rammstein1 ramona ramses randall random ranger ranger1
rangerover rangers rangers1 raptor rascal rasdzv3 rashley198 rasputin rastaman rattlesnake raven1 ravens
raymond rbhbkk rctybz reading reagan reality realmadrid reanimator reaper rebecca rebels red123 redalert
redbull reddog redemption redfish redhead redhot redman redneck redrum redskins redsox redwings reebok
reggie regina remember renault renegade rereirf rescue research residentevil respect respublika retard
retired revelation revenge review reviewpass revolution reymysterio rfcgthcrbq rfgecnfcerf rfhbyf
rfhfrfnbwf rfhfvtkmrf rfkbajhybz rfkmrekznjh rfnfcnhjaf rfnfgekmnf rfnthbyf rfnthbyf1988 rfrfirf rfrnec
rhbcnbyf rhbcnbyjxrf rhfcyjzhcr rhfvfnjhcr rhonda ricardo richard richard1 richards richardson richie
richmond rightnow ripper riverplate rivers rjhjkmbien rjirfrgbde rjkjrjkmxbr rjntyjr rjycnbnewbz
rjycnfynby rkfdbfnehf roadkill roadrunner robbie robert robert1 roberta roberto roberts robinson robotech
rockandroll rockbottom rocker rocket rockets rockhard rockhopper rockon rockstar rocky1 rodman rodney
roflcopter rogers roland roller rolltide romance romanroman romashka rommel ronald ronaldinho ronaldinho10
ronaldo ronaldo123 ronnie rookie rooster rootbeer roscoe rosebud rosemary rotten rottweiler route66 rovers
roxanne royals rtyuehe rubber rubberduck runescape1 runner running rupert rush2112 ruslan russell russia
russian rustam rusty1 s123456789 s1a2s3h4a5 s456123789 sabbath sabina sabine sabres sabrina sacramento
sadie1 safari safety sagittarius sailboat sailing sailor sailormoon saints sakura salamander salamandra
salmon salvador samantha samara samiam sammie sammy1 sampson samson samsung samsung1 samsung123 samuel
samurai sanandreas sanchez sanders sandiego sandman sandra sandro sandy1 sanfrancisco santamaria santana
santiago santos sapper sapphire saqartvelo sarah1 saratoga sascha sasha1 sasha12345 sashasasha sasuke
satan666 sataniv1993 satisfaction saturday saturn saun24865709 sausage savage savannah sayang scandinavian
scania scanner scarface scarlet scarlett school schoolgirlie schumacher science scooby scoobydo scooter
scooter1 scorpio scorpion scotch scotland scott1 scottie scotty scoubidou2 scoubidou6 scrappy scratch
scream scruffy scully sdh686drth sdicmt7seytn seamus searay search seattle sebastia sebastian sebastian1
second secret secret1 security seeker seemnemaailm seinfeld select selena selfok2013 seminole semperfi
senior seniseviyor sentinel septembe september serega serena serendipity serenity sergeevich sergei sergey
sergio sersolution server service service321 sesame sevastopol seven7 sex123 sex4me sexmachine sexpistols
sexsex sexual sexxxx sexy69 sexygirl shadow shadow1 shadow1212 shaggy shakespeare shalom shaman shamanking
shamrock shaney14 shania shannon shannon1 shaolin sharks sharky sharon shasta shaved shazam shearer sheena
sheila shelby shelbygt500 shelley shelly shemale sherlock sherman sherry sherwood shevchenko shiloh
shirley shithappens shithead shitty shogun shooter shopping shorty shotgun showme showtime sidewinder
sidney siemens sierra silence silenthill silver silverstone silvia simferopol simon1 simona simone simple
simpleplan simpson simpsons sinatra sinbad sinclair singer single sinner sirius sister sithlord sixers
skateboard skater skeeter skidoo skiing skinny skipper skippy skittles skorpion skorpion39 skydive skyline
skywalke skywalker slacker slappy slapshot slayer sleepy slider slipknot slipknot666 slutty smallville
smegma smelly smiles smiley smitty smoker smokes smokey smokin smooth smudge snake1 snakes snapper snapple
snatch sneakers snickers sniper snoopdog snoopy snowball snowboar snowman snuggles snusmumrik sobaka
soccer soccer1 socrates softball software sojdlg123aljg soldier soleil solidsnake solnce solomon solution
somethin something1 sommer sonnenschein sonyericsson sooner sooners sophia sophie soso123aljg southern
southpark spam967888 spanking spankme spanky sparkle sparks sparky sparrow sparta spartak spartak1922
spartan spartan117 spartans speaker spears special specialinsta specialist spectrum speedy spencer spider
spiderma spiderman spiderman1 spiderman3 spidey spike1 spirit spitfire splash splinter spongebob spooky
sports spring springer springfield springsteen sprint sprite spunky spyder squirrel squirt srinivas
ss6z2sw6lu stacey stalingrad stalker stalker123 stallion standard stanley staples star69 starbuck
starcraft starcraft2 stardust starfire starfish stargate starscream starship startrek starwars starwars123
static station statistika stealth steamforums steele steeler steelers stefan stefano stella stephani
stephanie stephanie1 stephen stereo sterlin sterling steve1 steven stevie stewart stickdaddy77 sticks
sticky stimpy stinger stingray stinky stinkyfinger stocking stocks stolen stomatolog stonecol stonehenge
stoner stones stormy strange stranger stratocaster strawberry street streetball strider strike striker
stripper stroke strong stronghold stuart student studio studioworks studly studmuffin stunner stupid
subaru sublime subscriber subway success sucker suckit suckme suckmycock suckmydick sultan summer summer1
summertime summit sundance sunday sundaypunch sunderland sunflowe sunflower1 sunglasses sunnyday sunrise
sunset sunshine sunshine69 super1 super123 superduper superfly superman superman1 superman12 superman123
supermanboy supermario supernatural superpower superpuper supersonic supersta superstar supervisor support
surfer surfing susanne sutvsc5ysaa suzanne suzuki svensps820 svetasveta svetik svetlana swallow sweden
sweetdream sweetdreams sweetheart sweetie sweetiepie sweetpea sweetpussy sweets sweety swimmer swimming
swinger swingers swordfis swordfish sydney sylvia sylviahans syncmaster syracuse system systemofadown
t34vfrc1991 t5r4e3w2q1 tabitha table54781 tacobell tacoma tadmichaels tamara tamwsn3sja tanker tanner
tardis target tarheel tarheels tarzan tatiana tattoo tatyana taurus taylor taylor1 taylormade tazman
tazmania tdfyutkbjy tdutybq teacher technician technics techniques techno technology tekken telecaster
telefon television tempest temple temppassword tennis tequila teresa terminal terminator terrapin terror
test123 test1234 tester testing testing123 testtest texas1 thailand thanatos thanks thankyou thebeatles
theboss thecakeisalie thecat theend thegame thekid theking theman theodore theone theresa therock
thesimpsons thesims thirteen thirteen13 thomas thomas1 thompson thongs throat throatfuck thuglife
thugstools thumper thunder thunder1 thunderbird thundercat thursday thx1138 ticketmaster tickle tiffany
tiger1 tigers tigertiger tigerwoods tigger tigger1 tights timber timberlake timberland timberwolf timothy
tinker tinkerbell tinman tintin titanic titanium titans titleist titties tobias tokiohotel tolkien tomato
tombraider tomcat tommy1 tommyboy tomorrow tomtom tootsie topcat topdog topgun topher topper tornado
toronto torres toshiba tottenha tottenham1 toyota tracey tractor trader traffic trains trance transam
transexual transformer transformers translator travel travis treasure trebor trevor trfnthbyf tricky
trident trigger trinidad trinity trisha tristan triton triumph trixie trojan trojans trombone trooper
trouble trucker trucks truelove truman trumpet trunks trustno1 trustnoone tsunami tucker tuesday tunafish
tundra tupacshakur turbo1 turkey turkey50 turner turtle tweety twilight twinkle twisted twister tyler1
tylerca310 typhoon tyrone ublhjgjybrf ubnkthrfgen ubvyfcnbrf ufhhbgjnnth ufkbyf ujkjdjkjvrf ultima
ultimate umbrella unbelievable uncencored undercover underdog undergroun underground understand undertaker
underwater underworld unforgiven unicorn uniqueness united universe universidad university unknown unreal
usa123 userexecute usnavy usuckballz1 utopia utyyflmtdyf v123456789 vacation vaffanculo vagina valentin
valentina valentinka valera valeria valerie valhalla valley vampire vanessa vanhalen vanilla vanyarespekt
vbhjndjhtw vector vectra vegeta velvet venom121293 verbatim veritas vermont vernon verona veronica
veronika vertigo verygoodbot vfczyz vfhbyf vfhbyfvfhbyf vfhecz vfhufhbnf vfhufhbnrf vfhvtkflrf vfksirf
vflfufcrfh vfntvfnbrf vfrcbv vfrcbvrf vfrcbvtyrj vfrcbvvfrcbv vfvekz vfvfgfgf vfvfgfgf123 vfvfvskfhfve
vfvjxrf vfylfhbyrf vh5150 viagra victor victoria victory vietnam viewsonic viking vikings viktor viktoria
village villeneuve vincent vinogradov violet viper1 vipers virgin virginia virtuagirl vision vitalik
vitalik123 vivian vkontakte vladik vladimir vladimirovna vladislav vladislava vladivostok volkswagen
volley volleyball volume voodoo vortex voxstrange voyager voyeur vqsablpzla vsjasnel12 vulcan vyjujnjxbt
w1w2w3w4w5 w2dlww3v5p wachtwoord wagner walker walkman555 wallace walleye wallstreet walmart walnut walrus
walter wanker wapbbs warcraft warhammer warhammer40k warlock warlord warren warrior warriors washington
wasser wassup watcher waterfalls waterloo watermelon waters watson wazzkaprivet wcrfxtvgbjy weasel weather
webhompass webmaster websolutions websolutionssu webster webuivalidat weezer weihnachte weihnachten
weihnachtsbau weihnachtsbaum welcome welcome1 welcome123 wellington wenef45313 werewolf werner werty12345
wesley western westham westside westwood wethepeople wetpussy whatever whatthefuck whatthehell wheels
whiskey whisky whisper whitepower whitesox whitey whitney whocares whosyourdaddy whynot wibble wicked
widespread wilbur wildcat wildcats wildfire william william1 williams willie willis willow wilson
winchester window windows winner winnie winnipeg261 winston winston1 winstonone winter wisdom wishmaster
wizard wolf359 wolfgang wolfie wolfman wolfpack wolverin wolverine wolverines wolves wombat wonder
wonderland wonderwall wonderwoman woody1 woofwoof wookie wordpass working wrangler wrestlin wrestling1
wright wrinkle1 writer writerspace wutang wwwooo1234 xanadu xavier xbox360 xfiles xiaoyua123 xpressmusic
xtreme xxxp455w0rd5 yamaha yankee yankees yankees1 yanshi1982 ybrbnf ybrjkfq ybrjkftdbx ybrjkftdyf yellow
yfcnhjtybt yfcnzyfcnz yfnfif yfnfitymrf yjdsqgfhjkm yomama yosemite yoshimitsu yourmom yousuck yvonne
yzerman z123456789 z1x2c3 z1x2c3v4b5 z1x2c3v4b5n6 z1x2c3v4b5n6m7 zachary zaphod zaq123 zaq12wsx
zaq12wsxcde3 zaq1xsw2 zaq1xsw2cde3 zaqwsx zaqwsxcderfv zaqxsw zaratustra zcfvfzkexifz zcxfcnkbdf
zcxfcnkbdfz zenith zeppelin zerocool zexts364325 zidane zipper zjses9evpa zombie zqjphsyf6ctifgu zvezda
zx123456789 zxasqw12 zxc123 zxcasd zxcasdqwe zxcasdqwe123 zxcv1234 zxcvb12345 zxcvbasdfg zxcvbn
zxcvbn123456 zxcvbn3215 zxcvbnm zxcvbnm1 zxcvbnm123 zxcvbnm1234 zxcvbnm123456789 zxcvbnmmnbvcxz
`
    .trim()
    .split(/\s+/),
)
