"""Everyday sentences that name nobody: titles, products, dishes, idioms, names as words, quantities, places in
general."""

from __future__ import annotations

from corpus.notes.compose import templates

NOBODY = templates(r"""
[[Play|Put on|Skip]] {work}, then {work}.
We watched {work} on {app} [[last night|and fell asleep]].
I'm reading {work} for the third time and {work} is next.
[[Have you seen|Did you like]] {work}? I prefer {work}.
{work} is on at the [[theatre|Odeon|cinema]] till {weekday}.
The choir did {work} as an encore.
Karaoke list: {work}; {work}; {work}; {work}
Who wrote {work}? And who sang {work}?
The essay compares {work} with {work}.
{work} was number one the [[week|year]] I started school.
[[Turn it up, it's|Not|They're playing]] {work} [[again|on the radio]].
I drive my {car}, my brother bought his {car} for {cash}.
{car} for sale, {qty}, one owner, {cash}.
My {car} failed its test; the {car} passed.
The {car} ahead braked, the {car} behind didn't.
{sense:work}
{sense:work} {sense:work}
{sense:work} {sense:person}
Has anybody seen my {thing}? I left it [[in the car|at {spot}]].
Selling: {thing}, {thing}, {thing}. Cash only, no time wasters.
The {thing} won't charge[[, and the {thing} won't start|]].
Wanted: second-hand {thing} in good condition.
My {thing} died during {event}.
{thing} or {thing}? Budget is tight.
Ask {app} or {app}; I deleted {app}.
I use {app}, {app} and {app} at work.
There's a video of it on {app}, look it up.
{app} is down [[again|for everyone]], try {app}.
Hey {app}, turn the lights off.
We ordered the {dish} and two more {dish}, then coffee.
[[For starters|To drink|For afters]]: {dish} or {dish}.
The {dish} was cold, the {dish} was divine.
Shopping: {dish}, {dish}, bin bags, milk.
Best {dish} in town? Asking for a friend.
Kitchen's out of {dish}; offer {dish}.
{idiom}
{idiom}
{idiom} {idiom}
Well, {idiom}
Are you running {event} this year? I only watch {event}.
{event} was on in the pub.
Tickets for {event} go on sale at nine.
Do you speak {lingo} or {lingo}?
My {lingo} is rusty; hers is fluent.
The menu is in {lingo} and {lingo} only.
[[Night classes|Apps]] for {lingo}: any tips?
{folk} are playing {folk} on {weekday}.
They say {folk} never queue and {folk} always do.
Half the street are {folk}, the rest {folk}.
Our {pet} is scared of the neighbour's {pet}.
{pet} puppies, two left, vaccinated.
She breeds the {pet}; he shows his {pet}.
I'm a {zodiac}, she's a {zodiac}, so it's doomed.
Typical {zodiac}. Mercury must be in retrograde.
Let's meet at {spot} around noon, or {spot} if it rains.
Went to {spot}, then {spot}, then home.
It's five minutes from {spot}, next to {spot}.
Parking at {spot} is a nightmare.
They live [[downtown|up north|down south|overseas|out west|in the sticks]] now; we stayed [[uptown|put|in the Midwest]].
Sizes and such: {qty}, {qty}, {qty}.
Specs: {qty}; {qty}; {qty}
Reduced to clear, {cash}, was {cash}.
It cost {cash}, plus {cash} for parking.
It says {qty} on the box, not {qty}.
{qty}? No, {qty}.
Final score {tally}, half time {tally}.
We lost {tally} and then {tally}.
They won {tally}, their best since {year:-20}.
{sense:person}
{sense:person} {sense:person}
{sense:town}
{sense:town} {sense:person}
In {year:-12} we had nothing; by {year:-4} we had a boat.
Summers in {years} were longer.
Doors {time}, kick-off {time}, last train {time}.
The {num:2-40} bus goes every {num:5-20} minutes[[ on Sundays|]].
Merry Christmas and a happy new year to all of you!
Christmas cake, Easter eggs, Halloween costumes, Thanksgiving leftovers: we sell it all.
Valentine's cards are overpriced, and Mother's Day is worse.
Black Friday deals end at midnight.
[[Mum|Dad|Grandma|Auntie|Nana]] drove to church and [[Grandpa|Uncle|Sis]] stayed home.
The [[landlord|plumber|headteacher|vicar|president|captain|mayor|boss]] said no[[ twice|, then yes|]].
The Queen opened parliament, and the Prime Minister sulked.
The company, the council and the court all said Monday.
Sunday roast, Monday blues, Friday feeling.
Your code is {num:100000-999999}; it expires in ten minutes.
Wi-Fi: ask at the bar. Loo: second left.
Round {num:2-9}: {qty}. Next item.
Please hold, your call is important to us.
Press {num:1-9} for billing, {num:1-9} for everything else.
What's the capital of the moon? How do you spell necessary?
Convert {num:20-99} Fahrenheit to Celsius.
Set a timer for {num:2-45} minutes.
Tell me a joke about cheese.
Translate "good morning" into {lingo} and {lingo}.
Summarise the text below in {num:2-9} bullet points.
How many legs has a spider? Why is the sky blue?
Terms and conditions apply; see reverse.
Dear Sir or Madam, I refer to your advertisement.
To whom it may concern
Kind regards, the team
Take the second exit, then left after the roundabout.
Size {num:36-46}, colour [[navy|olive|rose|sage]], qty {num:1-6}, price {cash}
She's a nurse, he's a plumber, I'm between jobs.
Page {num:2-90} of {num:91-300}, section {num:1-9}.{num:1-9}, table {num:1-9}
Some [[guy|bloke|woman|kid]] in a [[red|green]] hat held the door.
Level {num:2-80} boss, third try, still dead.
I've told you {num:20-99} times: wipe your feet.
Chapter {num:2-20}: in which nothing happens.
Mondays closed. Dogs welcome. No prams.
Knock knock. Who's there? Lettuce. Lettuce who?
Once upon a time there lived a tailor in a village by the sea.
The committee adjourned at {time} without a vote.
Up {num:3-40} percent on the year, down on the quarter.
Grand Central Station style, brass and marble, but smaller.
Bus 9, tram 4, platform {num:1-14}, coach C.
Anyone for tennis? Court {num:2-9} is free.
Add {num:2-4} eggs, {num:100-400} g flour, bake at 180 for {num:20-50} minutes.
My [[horse|boat|bike|cactus]] has no name.
""")
