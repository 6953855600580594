"""Hold names that detectors often miss or mistake, and names of origins that no installed list has."""

from __future__ import annotations

from types import MappingProxyType


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Words of every day, of the calendar, of the clinic; eponyms; towns; ranks: all of them surnames that people bear.
WORD_FAMILY = _words(
    "Price Hill Fields Law Doctor Major Judge King Bishop Pope Abbott Dean Lord Prince Duke Baron Sargent Page "
    "Cook Butcher Leach Payne Coffin Graves Dye Blood Bone Bones Hart Legg Hand Foote Cheek Head Beard Skinner "
    "Coffey Burns Paine Hurt Looney Wells Strong Early Day Knight Summers Winter Winters Spring Snow Frost Raines "
    "Monday Friday Noon Weeks Daily Mills Miles Pound Stone Means Case Post Sample Self Mann Guy Fellows Childs "
    "Kidd Young Olds Small Short Long Little Biggs Sharp Blunt Swift Quick Bright Gray Green Brown Redd Silver "
    "Gold Rose Flowers Forrest Woods Marsh Lake Rivers Brooks Pond Banks Shore Beach Street Rhodes Lane Bridges "
    "Gates Hall House Temple Church Cross Love Hope Joy Grace Powers Best Goode Wise Rich Poor Cash Penny Sale "
    "Bills Parkinson Hodgkin Addison Bell Crohn Barrett Paget Cushing Foley Turner Marfan Huntington Down Wilson "
    "Ewing Meniere Raynaud Tourette Bright Chagas Fabry Gaucher Pott Reiter Still Whipple Babinski Murphy Romberg "
    "Apgar Ranson Child Pugh Braden Morse Hunt Hess Kocher Hartmann Swan Hickman Jackson Pratt Penrose Bard Mayo "
    "Kelly Holter Doppler Roentgen Curie Mohs Heimlich Valsalva Kaposi Burkitt Graham Colles Baker Cooper Palmer "
    "Trousseau March May June August Winter Sunday Paris London Houston Dallas Austin Lincoln Washington Madison "
    "Jackson Cleveland Raleigh Columbus York Boston Lancaster Chester Kent Devon Holland England Ireland French "
    "German Welsh Norman Roman Israel Jordan Berlin Florence Milan Vienna Troy Dublin Phoenix Savannah Charleston "
    "Reno Ward Chambers Steward Marshall Constable Archer Fisher Hunter Shepherd Farmer Gardner Carpenter Mason "
    "Smith Taylor Tanner Weaver Potter Glover Sawyer Miller Barber Porter Butler Carter Chandler Fowler Parson "
    "Parsons Healey Cure Goodbody Savage Moody Gross Sweet Sour Salt Pepper Rice Bacon Lamb Veal Bean Beans Corn "
    "Berry Cherry Lemon Plum Peach Root Stem Leaf Branch Twigg Wolf Fox Bear Lyon Hawk Crane Swann Drake Finch "
    "Wren Robin Jay Crow Bird Fish Pike Bass Salmon Trout Crabb Ball Batt Club Cain Cane Rod Pole Post Wall Walls "
    "Dorr Key Keyes Locke Chain Link Hook Nail Pinn Needle White Black Blue Orange Pink Will May Do Doe Roe Noe "
    "An Ha Ng Wu Xu Yi Oh Ho Hu Le Ly Vo Do Ma Pa Mo Su Na Ei Al El Abad Abate Still Fall Trip Walker Cain Scales "
    "Waite Weight Height Heights Vain Nieves Akers Tabb Payne Ales Ailes Hacker Royal Noble Valentine Christmas "
    "Easter Lent Pentecost Bairnsfather Toothaker"
)
WORD_FEMALE = _words(
    "Grace Hope Faith Joy April May June August Rose Dawn Summer Autumn Winter Destiny Charity Iris Chelsea "
    "Virginia Carolina Florence Sydney Eve Misty Stormy Sandy Star Sky Skye Rain Melody Harmony Aria Viola Lyric "
    "Lyrica Allegra Yasmin Mirena Camila Errin Portia Heather Estrella Ella Junel Nora Norma Vera Patience "
    "Prudence Constance Mercy Temperance Verity Clarity Honesty Trinity Genesis Heaven Nevaeh Angel Precious "
    "Princess Queen Treasure Diamond Crystal Amber Ruby Pearl Jade Opal Coral Ivory Ebony Scarlett Olive Hazel "
    "Ginger Basil Sage Rosemary Clementine Cherry Apple Plum Peaches Brandy Sherry Margarita Chardonnay Tequila "
    "Candy Honey Sugar Cookie Bunny Kitty Robin Wren Birdie Dove Lark Paris London Vienna Geneva Siena Florence "
    "Asia India China Kenya Africa America Savannah Dallas Austin Cheyenne Dakota Montana Georgia Alabama "
    "Tennessee Brooklyn Phoenix Madison Charlotte Lourdes Fatima Mercedes Lexus Porsche Infinity Tuesday "
    "Wednesday Sunday Noel Carol Holly Ivy Merry Happy Sunny Bliss Serenity Journey Story Page Penny Dollie Lady "
    "Missy Sissy Sister Nan Nana Honor Liberty Justice Chance Cherish Desire Sincere True Essence Miracle "
    "Blessing Favor Praise Glory Psalm Bible Gay Fanny Dot Bee Jo Bo Vi Di Mo Su Le An Ma Ana Tia Tess"
)
WORD_MALE = _words(
    "Will Mark Frank Bill Art Chase Guy Rich Jack Dean Christian Jesus Angel Bo Ty Drew Pat Grant Austin Israel "
    "Jordan Rusty Rocky Buddy Sonny Junior Major Prince Duke King Earl Baron Messiah Doc Judge Bishop Pope Dick "
    "Peter Rod Roger Buck Bud Butch Buster Chip Skip Rip Red Tex Ace Gene Ray Jay Lance Pierce Stone Rock Cliff "
    "Glen Dale Brook Heath Forest Reed Ash Basil Sage Colt Wolf Bear Hawk Drake Martin Robin Colby Colton Hunter "
    "Archer Mason Cooper Tanner Sawyer Walker Taylor Tyler Carter Parker Porter Marshall Chandler Dallas Houston "
    "Boston Denver Phoenix Memphis Lincoln Jackson Madison Cleveland Chester Kent Devon Troy Paris London Milan "
    "Roman Cairo Kingston Orlando Santiago Diego Augustus August March Friday Noel Christmas Valentine Pilot "
    "Ranger Maverick Blaze Storm Thunder Legend Royal Noble Loyal Justice Honor Sincere Cash Dollar Price Penny "
    "Sterling Rich Royce Bentley Ford Harley Dodge Diesel Axel Jett Ryder Rider Trace Track Chance Lucky Will Sol "
    "Abel Cain Able Job Mark Acts Homer Virgil Cicero Wiley Early Young Sy Cy Al Ed Vi Mo Hoss Bubba Max Miles "
    "Penn Case Wade Foster Wells Ward Hart Bone Rush Clay Sandy Woody Herb Leif Moses"
)
HARD_FAMILY = (
    "de la Cruz", "De La Cruz", "DeLaCruz", "dela Cruz", "van der Berg", "Van Den Berg", "Vandenberg",
    "van den Heuvel", "van 't Hoff", "'t Hart", "ter Beek", "O'Neil", "O’Sullivan", "O'Shaughnessy", "ODonnell",
    "O Brien", "D'Angelo", "D’Amico", "D'Souza", "d'Aubigné", "DiMaggio", "Di Pietro", "DeMarco", "De Rosa",
    "Della Torre", "Lo Presti", "La Rosa", "LaRue", "LeBlanc", "Le Blanc", "Le Guin", "Du Bois", "DuPont",
    "St. John", "St John", "St. Clair", "Saint-Pierre", "Ste. Marie", "von Trapp", "Von Hagen", "zu Guttenberg",
    "de los Santos", "de León", "Del Rio", "del Valle", "Dos Santos", "da Silva", "Dal Bello", "MacDonald",
    "Mac Donald", "Macdonald", "MCDONALD", "McKenzie", "Mc Kenzie", "M'Bala", "N'Diaye", "Ng'ang'a",
    "Nkrumah-Osei", "Ó Briain", "Ní Dhomhnaill", "Fitz Gerald", "FitzPatrick", "Ap Rhys", "Smith-Jones",
    "Lloyd-Davies", "García-Márquez", "Ben-David", "Bar-Lev", "Ben Ari", "Ibn Saud", "ibn Rashid",
    "Bint Ali", "Abu-Jaber", "Abou Khalil", "Al-Hashimi", "al Rashid", "El-Amin", "El Khatib",
    "Ul-Haq", "ud-Din", "Uddin", "Sjöström", "Ångström", "Øvergård", "Müller", "Mueller", "Strauß",
    "Þórsdóttir", "Łukasiewicz", "Škoda", "Đokić", "Ştefănescu", "Çelik", "Nuñez", "Ibáñez", "Peña",
    "Two Bulls", "Red Cloud", "Little Thunder", "Yellow Horse", "Spotted Elk", "Black Elk", "Running Deer",
    "Good Iron", "Not Afraid", "Kills Small", "Takes Horse", "Stands Alone", "Makes Room For Them", "Begaye",
    "Tsosie", "Nguyen-Smith", "Kamehameha", "Kealoha", "Keōua", "Kahananui", "Ka'ahumanu", "Kaʻiulani",
    "Tuiasosopo", "Fa'alogo", "Tu’ipulotu",
)  # fmt: skip
HARD_FEMALE = (
    "Mary-Jo", "Mary Jo", "Maryjo", "Anne-Marie", "Annmarie", "Ann Marie", "Peggy Sue", "Billie Jean",
    "Bobbie Jo", "Sarah Beth", "Emma Kate", "Mary Margaret", "Maria del Carmen", "María José", "Ma. Theresa",
    "Zoë", "Chloé", "Renée", "D'Asia", "Da'Nae", "Ja'Nae", "La'Tonya", "LaToya", "LaShawn", "LaKeisha",
    "DeAndra", "De'Asia", "Mo'Nique", "Sh'Nia", "Ka'Mya", "A'ja", "Aa'liyah", "Ta’Niyah", "KaToya", "MaKayla",
    "McKenzie", "McKenna", "JoAnn", "Jo-Ann", "Jo Ann", "LuAnn", "RuthAnn", "BethAnne", "SueEllen", "MaryKate",
    "AnnaLee", "CeCe", "K'lynn", "Björk", "Siân", "Sinéad", "Caoimhe", "Niamh", "Aoife", "Saoirse", "Māhealani",
    "Leilani", "Kaʻiulani", "Nālani", "Malia", "Noelani", "Xóchitl", "X'Zavia", "Unique", "Abcde", "Ki-Jana",
    "Ngoc-Anh", "T.J.", "J.J.", "M.E.", "Zsa Zsa", "Lulu", "Coco",
)  # fmt: skip
HARD_MALE = (
    "Jean-Luc", "Jean Paul", "Juan Carlos", "José Luis", "Ma. Jose", "Billy Bob", "Jim Bob", "John Paul",
    "Bobby Ray", "D'Andre", "DeShawn", "deShawn", "De'Andre", "Ja'Marcus", "JaMarcus", "JaQuan", "Ja'Quan",
    "LeBron", "LaMarcus", "LaDainian", "D'Angelo", "Da'Quan", "Ke'Shawn", "Tre'Von", "Tra'Vion", "Sha'Quille",
    "Ty'Rese", "RaShad", "K'Von", "J.D.", "J.R.", "JR", "T.J.", "TJ", "AJ", "A.J.", "C.J.", "DJ", "D.J.",
    "R.J.", "JB", "JT", "Mc", "MacArthur", "Nico", "Seán", "Pádraig", "Tadhg", "Eoghan", "Þór", "Søren", "Jörg",
    "Günther", "François", "Étienne", "Iñigo", "Kekoa", "Kainoa", "Ikaika", "Kamehameha", "Kaleo", "Makoa",
    "Keanu", "Sione", "Tevita", "Viliami", "Ioane", "Tui", "Abd al-Rahman", "Abdul Aziz", "Md", "Mohd.",
    "Mohammad Reza", "Al-Amin", "Gia-Bao", "Xzavier", "Ng", "O'Shea", "X",
)  # fmt: skip

# origin -> women's, men's and family names
RARE: MappingProxyType[str, tuple[str, str, str]] = MappingProxyType({
    "arabic": (
        "Fatima Aisha Layla Noor Hanan Rania Zainab Salma Amal Huda Iman Khadija Mariam Nadia Reem Samira Yasmeen "
        "Ghada Dalia Lubna Maha Nour Rasha Sahar Suad Wafa Zahra Hind Najwa Abeer Asma Dina Eman Hala Jamila Lina "
        "Manal",
        "Ahmed Mohammed Muhammad Mohamad Mohamed Omar Khalid Yusuf Ibrahim Tariq Hassan Hussein Ali Mustafa "
        "Mahmoud Abdullah Abdulrahman Adnan Ayman Bassam Bilal Fadi Faisal Ghassan Hamza Hisham Imad Jamal Karim "
        "Majid Marwan Nabil Nasser Osama Qasim Rami Riyadh Saad Salim Samir Sami Walid Wael Yasser Zaid Ziad "
        "Anwar Hadi Haitham",
        "Haddad Khoury Nasser Hamdan Shaheen Mansour Saleh Salem Awad Barakat Darwish Farah Fayed Ghanem Habib "
        "Hamad Issa Jaber Kanaan Khalil Maalouf Najjar Nassar Odeh Qasem Rahman Saad Sabbagh Said Sayegh Shadid "
        "Shammas Tannous Yassin Zayed al-Masri Al-Masri el-Sayed Elsayed Al-Fayed Al-Khatib Alkhatib al-Tamimi "
        "Al-Zahrani AlQahtani Al-Otaibi Al-Rashid Al-Najjar Abboud Abdallah Abdelrahman Abdul-Aziz Abu-Khalil "
        "Boutros Gerges Girgis Hanna Ishak Kassab Mikhail Rizk Tawfik Youssef Zaki Bouazizi Benali Bensalah "
        "Chaoui El-Idrissi Touré",
    ),
    "persian": (
        "Shirin Parisa Nasrin Mahnaz Leila Golnaz Maryam Azadeh Farah Roya Shabnam Mina Niloufar Soraya Zohreh "
        "Laleh",
        "Reza Amir Farhad Mehdi Dariush Cyrus Kourosh Babak Behrouz Hamid Hossein Ali-Reza Kamran Majid Nader "
        "Siavash",
        "Tehrani Hosseini Ahmadi Mohammadi Rezaei Karimi Moradi Jafari Farahani Shirazi Esfahani Ghorbani Kazemi "
        "Sadeghi Nazari Pahlavi Rostami Yazdani Zand Bakhtiari Golzar Khatami Daneshvar Amini Hashemi Mousavi "
        "Sohrabi",
    ),
    "hebrew": (
        "Rivka Chana Tova Shira Tamar Yael Noa Avigail Chaya Devorah Malka Miriam Naomi Rachel Ruchel Shoshana "
        "Tzipora",
        "Moshe Avraham Yitzchak Yaakov Chaim Dovid Eliezer Menachem Mendel Mordechai Shlomo Shmuel Yosef Zev Ari "
        "Noam",
        "Cohen Levy Mizrahi Peretz Biton Friedman Katz Azoulay Goldberg Shapiro Rosenberg Weiss Feldman "
        "Rabinowitz Horowitz Teitelbaum Schneerson Abramovitz Blumenfeld Dershowitz Edelstein Finkelstein "
        "Greenbaum Halberstam Lichtenstein Mandelbaum Perlmutter Rosenzweig Schwartzman Wasserman Zuckerman "
        "Ben-Shahar Bar-On Amsalem",
    ),
    "filipino": (
        "Maricel Jocelyn Rowena Marites Lourdes Imelda Corazon Divina Luzviminda Analyn Maribel Cherry Girlie "
        "Baby Erlinda Remedios Milagros Rosario Jhoanna Princess Ligaya Mayumi Dalisay Tala Amihan Bing Jovelyn "
        "Rosalinda",
        "Rodrigo Benigno Ferdinand Emilio Crisanto Rommel Arnel Dindo Jejomar Bong Jun Rey Ronnie Efren Renato "
        "Nestor Joselito Reynaldo Rogelio Ernesto Bayani Datu Makisig Jericho Jhun Ariel Edgardo Virgilio "
        "Wilfredo Danilo",
        "Santos Reyes Cruz Bautista Ocampo Garcia Mendoza Aquino Macapagal Magsaysay Dimaculangan Dimaguiba "
        "Lacson Pangilinan Manalo Mabini Bonifacio Sumulong Tolentino Villanueva Panganiban Katigbak Catacutan "
        "Batungbakal Macaraeg dela_Cruz-Santos Delos_Reyes de_Guzman Delos_Santos dela_Rosa Quizon Tiongson "
        "Cojuangco Sy Tan Lim Ong Gatchalian "
        "Cojuangco Sy Tan Lim Ong Gatchalian "
        "Gutoman Paguio Ilagan",
    ),
    "southeast asian": (
        "Mai Pa Houa Yer Bao Chue Kia Mee Sokha Bopha Channary Sreymom Phala Khin Aye Thandar Su Nang Naw Malai "
        "Noy Siriporn Kanya Pimchanok Nattaya Somying Dewi Siti Nur Putri Ayu Ratna",
        "Tou Ger Pao Kou Chong Neng Xeng Vang Sok Dara Sovann Rithy Vuthy Zaw Aung Min Thant Htun Saw Eh Kyaw "
        "Somchai Arthit Prasit Wichai Khamphet Bounmy Budi Agus Rizal Azman Hafiz Firdaus",
        "Vang Xiong Yang Thao Lor Moua Lee Her Vue Cha Chang Hang Kong Chea Sok Keo Prak Chhay Khiev Seng Aung "
        "Htoo Win Thein Oo Maung Tun Paw Phommachanh Souvannaphouma Vongsa Keomany Inthavong Srisai Charoensuk "
        "Wongsakul Suwannarat Rattanaporn Thongchai Suharto Wibowo Santoso Wijaya binti-Ahmad Rahmat Siregar "
        "Nasution Simanjuntak",
    ),
    "horn and east africa": (
        "Hodan Ayan Ifrah Sahra Fadumo Amina Halima Hibo Ubah Tigist Selamawit Almaz Hiwot Bethlehem Meseret "
        "Genet Senait",
        "Abdi Abdirahman Mohamud Warsame Liban Guled Farah Ismail Tesfaye Dawit Yonas Berhane Haile Bekele Girma "
        "Solomon",
        "Warsame Farah Abdi Jama Hersi Nur Omar Yusuf Mohamud Ahmed Aden Dirie Tesfaye Gebremariam Woldemichael "
        "Gebreselassie Haile Kidane Tekle Bekele Desta Abebe Alemayehu Tadesse Negash Kebede Habtemariam Mengistu",
    ),
    "west and south africa": (
        "Aminata Fatoumata Mariama Kadiatou Awa Binta Abena Adjoa Akosua Efua Esi Ngozi Chioma Ifeoma Nneka "
        "Folake Nomvula Thandiwe Lindiwe Precious Nokuthula Rutendo Tsitsi Tendai Chipo Ruvimbo",
        "Mamadou Ousmane Ibrahima Cheikh Moussa Amadou Kwame Kofi Kwabena Yaw Kojo Chukwuemeka Obinna Emeka "
        "Olumide Babatunde Sipho Thabo Bongani Tendai Tatenda Tafadzwa Farai Blessing Innocent Goodluck",
        "Diallo Traoré Keita Diop Ndiaye Sow Bah Barry Camara Coulibaly Sesay Kamara Koroma Conteh Mensah Owusu "
        "Boateng Asante Agyeman Okafor Okonkwo Nwosu Eze Adeyemi Ogunleye Balogun Onyekachi Uzodinma Mbeki "
        "Dlamini Nkosi Ndlovu Moyo Ncube Chikwanha Mapfumo Mutasa Banda Phiri Mwale Tembo Mukasa Nsubuga "
        "Ssemakula Habimana Uwimana",
    ),
    "haitian and caribbean": (
        "Marie-Claire Guerline Mirlande Rose-Laure Ketlie Nadège Yolette Fabiola Shanique Keisha Tamika Oneika "
        "Shelly-Ann",
        "Jean-Baptiste Wilner Frantz Jocelyn Réginald Pierre-Louis Wesner Usain Delroy Winston Leroy Desmond "
        "Errol",
        "Jean-Baptiste Pierre Jean Joseph Louis Charles Saint-Louis Toussaint Dessalines Beauvoir Desrosiers "
        "Fils-Aimé Jean-Louis Pierre-Louis Philogène Baptiste Célestin Dorvil Campbell Bogle Blackwood Gayle "
        "Ramdin Persaud Mohammed Singh-Ramkissoon Boodram Maharaj Bissoondath Braithwaite Goveia Cumberbatch",
    ),
    "south asian": (
        "Ayesha Bushra Fozia Mehreen Nusrat Rukhsana Sadia Tahira Lakshmi Padma Meenakshi Kavitha Sreelakshmi "
        "Harpreet Manpreet Gurleen Simran Jaswinder Nilufa Shamima Taslima Rahela Chandrika Dilini Nirmala "
        "Thilini",
        "Imran Tariq Asif Nadeem Zulfiqar Shahid Venkatesh Srinivas Subramaniam Karthik Ramakrishna Harjit "
        "Gurpreet Baldev Jaspreet Abdul Shafiqul Rafiqul Md. Mizanur Nuwan Chaminda Sanath Ruwan Balasubramanian "
        "Anand",
        "Khan Malik Chaudhry Chaudhary Bhatti Qureshi Siddiqui Ansari Mirza Baig Butt Rana Sheikh Akhtar Patel "
        "Shah Mehta Desai Parikh Reddy Rao Naidu Iyer Iyengar Krishnamurthy Venkataraman Subramanian Ramaswamy "
        "Balakrishnan Chidambaram Menon Nair Pillai Kurian Varghese Thomas Mathew Singh Kaur Gill Sandhu Dhillon "
        "Grewal Sidhu Brar Mukherjee Banerjee Chatterjee Bhattacharya Das Sen Bose Hossain Rahman Chowdhury Miah "
        "Begum Khatun Perera Fernando Jayawardena Wickramasinghe Gunasekara Bandaranaike Ratnayake D'Souza "
        "Pereira Rodrigues Irani Daruwalla",
    ),
    "native american": (
        "Winona Kaya Aiyana Sequoia Wilma Bernadine Lorinda Shideezhi Nizhoni Dezbah Ooljee Chenoa Tallulah "
        "Halona",
        "Dakota Elan Chayton Nodin Hoskie Delbert Leander Kee Ahiga Bidziil Ashkii Leroy Wilbur Elwood Harrison",
        "Begay Yazzie Tsosie Benally Nez Tso Bitsui Etsitty Chee Attakai Manygoats Whitehorse Blackgoat Peshlakai "
        "Deer Crow Eagle Bull Redhouse Standingrock Iron Locust Bearcub Chavis Locklear Oxendine Sanchez-Sky "
        "Lente",
    ),
    "chinese romanised": (
        "Mei Xiu Fang Yan Ying Hui Jing Li Na Qing Lan Wai-Ling Siu-Fong Mei-Hua Pui-Yee Ka-Yan Yuk-Ling Shu-Fen "
        "Ya-Ting",
        "Wei Ming Jun Lei Qiang Bo Chi-Keung Kwok-Wai Ka-Ho Wing-Kit Tsz-Hin Chun-Hung Chih-Wei Cheng-Han Jia-Hao "
        "Tao",
        "Wong Chan Cheung Leung Lau Ng Ho Tsang Kwok Fung Mok Yip Yeung Tse Szeto Au-Yeung Ouyang Situ Hsu Hsieh "
        "Tsai Chiang Chou Chao Hsiao Kuo Tseng Teng Liao Lo Eng Chin Moy Gee Louie Quan Fong Jew Wing Kwan Chui "
        "Poon Siu",
    ),
    "polish": (
        "Małgorzata Agnieszka Katarzyna Elżbieta Zofia Jadwiga Beata Grażyna Malgorzata Agata Bożena Danuta "
        "Halina Wanda",
        "Krzysztof Paweł Wojciech Stanisław Łukasz Zbigniew Grzegorz Jan Krzysztof Pawel Stanislaw Tadeusz "
        "Kazimierz",
        "Nowak Kowalczyk Kowalski Kowalska Wiśniewski Wisniewski Wójcik Wojcik Kamiński Kaminski Lewandowski "
        "Zieliński Szymański Woźniak Wozniak Dąbrowski Kozłowski Jankowski Mazur Krawczyk Piotrowski Grabowski "
        "Pawłowski Michalski Wróbel Jabłoński Majewski Olszewski Malinowski Adamczyk Dudek Nowicki Pawlak Sikora "
        "Walczak Rutkowski Baran Szewczyk Ostrowski Tomaszewski Pietrzak Zalewski Wasilewski Krzyżanowski "
        "Brzezinski Szczepanski Sobczak",
    ),
    "polynesian": (
        "Leilani Malia Noelani Kalena Keala Mahina Nani Pua Lani Moana Sina Losa Ana Mele Salote Lupe Tiare Hina",
        "Kekoa Kainoa Ikaika Kaleo Makoa Keanu Keoni Kimo Kawika Sione Tevita Viliami Ioane Semisi Manu Afa Lolo",
        "Kealoha Kahananui Kalani Kamaka Kekauoha Nakamura-Kealoha Akana Keawe Kapule Mahoe Nakoa Kanahele "
        "Kaneshiro Tuiasosopo Faleolo Leota Tupua Fonoti Fuimaono Taufa Tuipulotu Vaipulu Havili Moala Tonga "
        "Finau Ofa Latu Pele",
    ),
})  # fmt: skip

NICKNAMES: MappingProxyType[str, str] = MappingProxyType({
    "William": "Bill Billy Will Willie Liam", "Robert": "Bob Bobby Rob Robbie Bert",
    "Richard": "Dick Rick Rich Ricky", "James": "Jim Jimmy Jamie", "John": "Jack Johnny Jon",
    "Michael": "Mike Mikey Mick", "Charles": "Chuck Charlie Chip", "Thomas": "Tom Tommy",
    "Edward": "Ed Ted Eddie Ned", "Joseph": "Joe Joey", "Margaret": "Peggy Maggie Meg Marge Peg",
    "Elizabeth": "Betty Liz Beth Lizzie Betsy Eliza Libby", "Katherine": "Kate Kathy Katie Kay Kit",
    "Patricia": "Patty Pat Trish Tricia", "Barbara": "Barb Barbie Babs", "Susan": "Sue Susie",
    "Jennifer": "Jen Jenny", "Dorothy": "Dot Dottie", "Francisco": "Paco Pancho Cisco", "José": "Pepe Chepe",
    "Jose": "Pepe Joe", "Guadalupe": "Lupe Lupita", "Alexander": "Alex Sasha Sandy Xander",
    "Rebecca": "Becky Becca", "Anthony": "Tony", "Daniel": "Dan Danny", "Christopher": "Chris Topher Kit",
    "Deborah": "Deb Debbie", "Samuel": "Sam Sammy", "Mary": "Molly Polly Mae", "Virginia": "Ginny Ginger",
    "Eugene": "Gene", "Lawrence": "Larry", "Gerald": "Jerry", "Harold": "Hal Harry",
    "Theodore": "Ted Teddy Theo", "Frederick": "Fred Fritz", "Benjamin": "Ben Benny", "Matthew": "Matt",
    "Andrew": "Andy Drew", "Stephen": "Steve", "Steven": "Steve", "Timothy": "Tim Timmy", "Gregory": "Greg",
    "Jeffrey": "Jeff", "Kenneth": "Ken Kenny", "Ronald": "Ron Ronnie", "Donald": "Don Donnie",
    "Walter": "Walt Wally", "Henry": "Hank Hal", "Albert": "Al Bert", "Arthur": "Art Artie", "Raymond": "Ray",
    "Nicholas": "Nick Nicky", "Jonathan": "Jon", "Nancy": "Nan", "Carol": "Caro", "Sandra": "Sandy",
    "Pamela": "Pam", "Cynthia": "Cindy", "Christine": "Chris Chrissy Tina", "Kimberly": "Kim",
    "Jacqueline": "Jackie", "Theresa": "Terry Tess", "Judith": "Judy", "Victoria": "Vicky Tori",
    "Florence": "Flo", "Eleanor": "Ellie Nell", "Helen": "Nellie", "Frances": "Fran Frankie",
    "Mildred": "Millie", "Josephine": "Jo Josie", "Antonio": "Tony Toño", "Manuel": "Manny Manolo",
    "Ignacio": "Nacho", "Rosario": "Chayo", "Jesús": "Chuy", "Jesus": "Chuy", "Eduardo": "Lalo Eddie",
    "Roberto": "Beto", "Enrique": "Kike Quique", "Dolores": "Lola", "Concepción": "Concha", "Isabel": "Chabela",
    "Mikhail": "Misha", "Aleksandr": "Sasha", "Nataliya": "Natasha", "Mohammed": "Mo", "Muhammad": "Mo",
    "Abdullah": "Abdul", "Krzysztof": "Kris", "Małgorzata": "Gosia", "Ioannis": "Yanni John",
    "Konstantinos": "Kostas Gus", "Giuseppe": "Joe Beppe", "Wojciech": "Voytek", "Xiaoming": "Tom",
})  # fmt: skip
# What people are called whatever their names are.
PET_FEMALE = _words(
    "Sissy Peaches Cookie Honey Birdie Bunny Dolly Missy Tootie Trixie Nana Mimi Gigi Bebe Coco Kiki Lulu Cricket "
    "Teeny Pinky Red Sugar Queenie Weezie Bitsy Punkin Nettie Toots Boo Pookie Memaw Chickie Tita Nena Chata "
    "Chica"
)
PET_MALE = _words(
    "Bubba Sonny Junior Red Tex Skip Chip Buddy Duke Tiny Ace Doc JR TJ Bo Butch Bud Slim Hoss Moose Tank Rusty "
    "Smokey Cowboy Shorty Chief Gus Buzz Bear Pops Papi Flaco Güero Nene Lefty Scooter Pee-Wee Snake Rooster "
    "Boomer"
)
