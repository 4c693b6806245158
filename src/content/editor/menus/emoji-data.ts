/** The emoji that people write most, with the names that chat programs use. */
export const emojiData = `
😀 grinning smile happy face
😃 smiley happy face
😄 smile happy face
😁 grin happy
😆 laughing haha
😅 sweat_smile relief
🤣 rofl laughing
😂 joy tears laughing
🙂 slightly_smiling_face smile
🙃 upside_down_face silly
😉 wink
😊 blush smile
😇 innocent angel halo
🥰 smiling_face_with_hearts love
😍 heart_eyes love
🤩 star_struck wow
😘 kissing_heart love
😋 yum tasty
😛 stuck_out_tongue
😜 stuck_out_tongue_winking_eye crazy
🤪 zany_face crazy
🤗 hugs
🤭 hand_over_mouth oops
🤫 shushing_face quiet
🤔 thinking hmm
🤐 zipper_mouth_face secret
🤨 raised_eyebrow
😐 neutral_face
😑 expressionless
😶 no_mouth silent
😏 smirk
😒 unamused
🙄 roll_eyes
😬 grimacing
😌 relieved
😔 pensive sad
😪 sleepy
🤤 drooling_face
😴 sleeping zzz
😷 mask ill
🤒 face_with_thermometer ill fever
🤢 nauseated_face ill
🤮 vomiting_face ill
🤧 sneezing_face ill
🥵 hot_face
🥶 cold_face
😵 dizzy_face
🤯 exploding_head mind blown
🤠 cowboy_hat_face
🥳 partying_face birthday
😎 sunglasses cool
🤓 nerd_face
🧐 monocle_face
😕 confused
😟 worried
🙁 slightly_frowning_face sad
😮 open_mouth surprise
😲 astonished surprise
😳 flushed
🥺 pleading_face please
😦 frowning
😨 fearful
😰 cold_sweat
😢 cry sad tear
😭 sob sad crying
😱 scream fear
😞 disappointed sad
😓 sweat
😩 weary tired
😫 tired_face
🥱 yawning_face
😤 triumph
😡 rage angry
😠 angry
🤬 cursing_face swearing
😈 smiling_imp devil
💀 skull dead
💩 poop
🤡 clown_face
👻 ghost
👽 alien
🤖 robot
🎃 jack_o_lantern halloween pumpkin
😺 smiley_cat
🙈 see_no_evil monkey
🙉 hear_no_evil monkey
🙊 speak_no_evil monkey
❤️ heart love red
🧡 orange_heart
💛 yellow_heart
💚 green_heart
💙 blue_heart
💜 purple_heart
🖤 black_heart
🤍 white_heart
💔 broken_heart
💕 two_hearts love
💯 100 hundred perfect
💥 boom collision
💫 dizzy star
💦 sweat_drops water
💤 zzz sleep
💬 speech_balloon comment
👋 wave hello bye
🖐️ raised_hand_with_fingers_splayed
✋ raised_hand stop
👌 ok_hand perfect
✌️ v victory peace
🤞 crossed_fingers luck
🤘 metal rock
👈 point_left
👉 point_right
👆 point_up
👇 point_down
👍 +1 thumbsup yes like
👎 -1 thumbsdown no dislike
✊ fist
👏 clap applause bravo
🙌 raised_hands hooray
🤝 handshake deal
🙏 pray please thanks
✍️ writing_hand write
💪 muscle strong
👀 eyes look
🧠 brain
👶 baby
👩 woman
👨 man
🧑 person
👪 family
🤷 shrug dunno
🤦 facepalm
🐶 dog
🐱 cat
🐭 mouse
🐰 rabbit
🦊 fox_face
🐻 bear
🐼 panda_face
🐸 frog
🐵 monkey_face
🐔 chicken
🐧 penguin
🐦 bird
🦉 owl
🐝 bee
🐛 bug
🦋 butterfly
🐢 turtle
🐍 snake
🐙 octopus
🐟 fish
🐬 dolphin
🐳 whale
🐘 elephant
🌵 cactus
🎄 christmas_tree
🌲 evergreen_tree
🌳 deciduous_tree
🌱 seedling plant
🌿 herb
🍀 four_leaf_clover luck
🍁 maple_leaf autumn
🌷 tulip flower
🌹 rose flower
🌻 sunflower
🌸 cherry_blossom flower
🌍 earth_africa world globe
🌙 crescent_moon night
☀️ sunny sun
⭐ star
🌟 star2 glowing
✨ sparkles magic
⚡ zap lightning
🔥 fire hot
🌈 rainbow
☁️ cloud
🌧️ cloud_with_rain
❄️ snowflake winter
⛄ snowman winter
🌊 ocean wave sea
🍎 apple
🍊 tangerine orange
🍋 lemon
🍌 banana
🍇 grapes
🍓 strawberry
🍒 cherries
🍅 tomato
🥑 avocado
🥕 carrot
🍞 bread
🧀 cheese
🍔 hamburger burger
🍟 fries
🍕 pizza
🌮 taco
🍣 sushi
🍜 ramen noodles
🍰 cake
🎂 birthday cake
🍪 cookie
🍫 chocolate_bar
🍦 icecream
☕ coffee tea
🍵 tea
🍺 beer
🍻 beers cheers
🍷 wine_glass
🥂 clinking_glasses cheers
🍴 fork_and_knife eat
⚽ soccer football ball
🏀 basketball
🎾 tennis
🏆 trophy win
🥇 1st_place_medal gold
🎯 dart target
🎮 video_game
🎲 game_die dice
🧩 jigsaw puzzle
🎨 art paint
🎬 clapper film movie
🎤 microphone
🎧 headphones
🎵 musical_note music
🎸 guitar
🎹 musical_keyboard piano
🚗 car
🚌 bus
🚲 bike bicycle
🚂 steam_locomotive train
✈️ airplane flight
🚀 rocket launch
⛵ sailboat
🚢 ship
⚓ anchor
🏠 house home
🏢 office
🏖️ beach_umbrella holiday
🏔️ mountain_snow
⛺ tent camping
🗺️ world_map
⌚ watch
📱 iphone phone
💻 computer laptop
⌨️ keyboard
🖨️ printer
📷 camera photo
🎥 movie_camera
📞 telephone_receiver
📺 tv
⏰ alarm_clock
⏳ hourglass
💡 bulb idea light
🔦 flashlight
📚 books read
📖 book read
📰 newspaper
📝 memo note write
✏️ pencil2 write
📎 paperclip
📌 pushpin
✂️ scissors
📁 file_folder
📅 date calendar
📈 chart_with_upwards_trend
📉 chart_with_downwards_trend
📊 bar_chart
✉️ envelope mail
📧 email e-mail
📦 package box
🔒 lock
🔑 key
🔨 hammer tool
🔧 wrench tool
⚙️ gear settings
🔗 link
🧪 test_tube
🔬 microscope
🔍 mag search
💊 pill
🚪 door
🛏️ bed
🛒 shopping_cart
🎁 gift present
🎈 balloon
🎉 tada party celebrate
🎊 confetti_ball party
💰 moneybag
💳 credit_card
✅ white_check_mark done yes
✔️ heavy_check_mark done
❌ x no wrong
❓ question
❗ exclamation
⚠️ warning
🚫 no_entry_sign forbidden
♻️ recycle
➡️ arrow_right
⬅️ arrow_left
⬆️ arrow_up
⬇️ arrow_down
🔄 arrows_counterclockwise refresh
🆕 new
🆗 ok
🔴 red_circle
🟢 green_circle
🔵 large_blue_circle
🏁 checkered_flag finish
🚩 triangular_flag_on_post
🏳️‍🌈 rainbow_flag pride
`;
